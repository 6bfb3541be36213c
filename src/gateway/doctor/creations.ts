import type { WireRecord } from "../contract/envelope"
import { fieldOf } from "../contract/fields"
import { rowsOf, type Evidence } from "./evidence"
import { findResource, idCandidates, idIn, proposeId } from "./find-resources"
import type { Findings } from "./findings"
import { noteResource, pathsToTry } from "./fetches"
import { isAnswer, type RawCalls } from "./raw-calls"

type Rail = { chain: string; networkId: string; token: string }

const AMOUNT = "5.00"
const MAX_RAILS = 3
const NOT_THERE: readonly (number | undefined)[] = [404, 405]

const OWNED = "/businesses/{businessId}/customers/{customerId}"
const NAMES = ["auto-deposit-intents", "deposit-intents", "intents"]
const INTENT_PATHS = NAMES.flatMap((name) => [`${OWNED}/${name}`, `/businesses/{businessId}/${name}`])
const SHORT_PATHS = NAMES.flatMap((name) => [`/customers/{customerId}/${name}`, `/${name}`])

/**
 * Creates one customer, ensures one address, and creates one intent and one invoice, on the first rail of the
 * catalog that the service accepts. With a payout key and a balance it requests a quote. No money moves.
 */
export async function createInSandbox(
  calls: RawCalls,
  evidence: Evidence,
  findings: Findings,
  runId: string
): Promise<void> {
  const parts = { calls, evidence, findings, runId }
  const rails = chooseRails(evidence)
  if (rails.length === 0)
    return findings.doubt("fields.token", "nothing was created: the catalog names no rail that can be read")
  const rail = (await createCustomer(rails, parts)) ?? rails[0]
  if (rail === undefined) return
  await createIntent(rail, parts)
  await createInvoice(rails, parts)
  await requestQuote(parts)
}

type Parts = { calls: RawCalls; evidence: Evidence; findings: Findings; runId: string }

/** The customer's identifier is the one for which an address can be ensured. */
async function createCustomer(
  rails: readonly Rail[],
  { calls, evidence, findings, runId }: Parts
): Promise<Rail | null> {
  const body = { externalRef: `doctor-${runId}` }
  const answer = await calls.send("createCustomer", { body, idempotencyKey: `doctor_${runId}_customer` })
  const record = isAnswer(answer) ? noteResource("customer", answer, evidence, findings) : null
  if (record === null) return null
  for (const [m, path] of idCandidates("customer", [record], findings).entries()) {
    const customerId = idIn(record, path) ?? ""
    for (const [n, { chain, networkId, token }] of rails.entries()) {
      const ensured = await calls.send("ensureAddress", {
        params: { customerId },
        body: { chain, networkId, token },
        idempotencyKey: `doctor_${runId}_address_${m}_${n}`,
      })
      if (!isAnswer(ensured)) {
        calls.forgetLast()
        if (ensured.status === 404) break
        continue
      }
      const address = findResource("address", ensured, findings)
      const text = address && (fieldOf(address, "address.address") ?? address.address)
      if (typeof text === "string") evidence.payoutAddress = { chain, address: text }
      evidence.ids.customer = customerId
      proposeId(
        "customer",
        path,
        { records: [record], because: `ensureAddress takes ${path} of createCustomer` },
        findings
      )
      return { chain, networkId, token }
    }
  }
  findings.doubt("ids.customer", "no address could be ensured for the created customer")
  return null
}

async function createIntent(rail: Rail, { calls, evidence, findings, runId }: Parts): Promise<void> {
  const customerId = evidence.ids.customer
  if (customerId === undefined) return findings.miss("paths.createIntent", "a customer with an address")
  const intent = { ...rail, externalOrderId: `doctor-${runId}`, expectedAmount: AMOUNT }
  const paths = pathsToTry("createIntent", [...INTENT_PATHS, ...SHORT_PATHS], findings)
  for (const [n, path] of paths.entries()) {
    const body = path.includes("{customerId}") ? intent : { ...intent, customerId }
    const input = { params: { customerId }, body, idempotencyKey: `doctor_${runId}_intent_${n}` }
    const answer = await calls.send("createIntent", input, { createIntent: path })
    if (!isAnswer(answer)) {
      // Only an answer that says "no such path" leaves another one to try.
      if (!NOT_THERE.includes(answer.status) || path === paths.at(-1)) break
      calls.forgetLast()
      continue
    }
    findings.propose("paths.createIntent", path, "an intent was created under this path")
    const record = noteResource("intent", answer, evidence, findings)
    noteOwnId("intent", record, "createIntent", findings)
    return
  }
  findings.doubt("paths.createIntent", "no intent could be created under the usual paths")
}

async function createInvoice(
  rails: readonly Rail[],
  { calls, evidence, findings, runId }: Parts
): Promise<void> {
  for (const [n, rail] of rails.entries()) {
    const body = { ...rail, amount: AMOUNT, metadata: { probe: runId } }
    const idempotencyKey = `doctor_${runId}_invoice_${n}`
    const answer = await calls.send("createInvoice", { body, idempotencyKey })
    if (isAnswer(answer)) {
      noteResource("invoice", answer, evidence, findings)
      return
    }
    if (answer.status !== 400 || n === rails.length - 1) return
    calls.forgetLast()
  }
}

/** Of money that is there, to the customer's own address. A quote moves nothing, and expires. */
async function requestQuote({ calls, evidence, findings, runId }: Parts): Promise<void> {
  const { payoutAddress, hasPayoutKey } = evidence
  const rail = payoutAddress && rowsOf(evidence, "listBalances").find((row) => isEnough(row, payoutAddress))
  if (!rail || !hasPayoutKey) return
  const { chain, networkId, token } = rail
  const body = { chain, networkId, token, amount: AMOUNT, destinationAddress: payoutAddress.address }
  const answer = await calls.send("quoteWithdrawal", { body, idempotencyKey: `doctor_${runId}_quote` })
  if (!isAnswer(answer)) return calls.forgetLast()
  const record = noteResource("quote", answer, evidence, findings)
  noteOwnId("quote", record, "quoteWithdrawal", findings)
}

function isEnough(balance: WireRecord, { chain }: { chain: string }): boolean {
  const total = fieldOf(balance, "amounts.total")
  return (
    balance.chain === chain && (typeof total === "string" || typeof total === "number") && Number(total) >= 5
  )
}

function noteOwnId(
  kind: "intent" | "quote",
  record: WireRecord | null,
  endpoint: string,
  findings: Findings
): void {
  const [path] = record === null ? [] : idCandidates(kind, [record], findings)
  if (record === null || path === undefined)
    return findings.doubt(`ids.${kind}`, `${endpoint} answers without an identifier`)
  proposeId(kind, path, { records: [record], because: `${endpoint}, field ${path}` }, findings)
}

/** Stablecoins first, then test networks: their amounts and addresses are the simplest. */
function chooseRails(evidence: Evidence): Rail[] {
  const rails = rowsOf(evidence, "listTokens").flatMap(({ chain, networkId, token }) =>
    typeof chain === "string" && typeof networkId === "string" && typeof token === "string"
      ? [{ chain, networkId, token }]
      : []
  )
  return rails.sort((a, b) => rankOf(a) - rankOf(b)).slice(0, MAX_RAILS)
}

function rankOf({ chain, networkId, token }: Rail): number {
  const isTest = /sepolia|test|dev|sandbox/i.test(networkId)
  return (/^USD/i.test(token) ? 0 : 4) + (isTest ? 0 : 2) + (chain === "evm" ? 0 : 1)
}
