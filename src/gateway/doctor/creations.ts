import type { WireRecord } from "../contract/records"
import { compareAmounts } from "../amount"
import { fieldOf, isDecimalString, withField, type Rail } from "../contract/wire"
import { rowsOf, type Evidence } from "./evidence"
import { pathFound } from "./find-fields"
import { findResource, idCandidates, idIn, proposeId } from "./find-resources"
import type { Findings } from "./findings"
import { noteResource, pathsToTry } from "./fetches"
import { isAnswer, type RawCalls } from "./raw-calls"

/** Of the intent, the invoice and the quote, in token units. */
export const AMOUNT = "5.00"
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
export async function createInSandbox(parts: CreationParts): Promise<void> {
  const { evidence, findings } = parts
  const rails = chooseRails(evidence)
  if (rails.length === 0)
    return findings.doubt("fields.token", "nothing was created: the catalog names no rail that can be read")
  const rail = (await createCustomer(rails, parts)) ?? rails[0]
  if (rail === undefined) return
  const customerId = evidence.ids.customer
  if (customerId === undefined) findings.miss("paths.createIntent", "a customer with an address")
  else await createIntent(rail, { customerId, amount: AMOUNT, key: "intent" }, parts)
  await createInvoice(rails, parts)
  await requestQuote(parts)
}

export type CreationParts = { calls: RawCalls; evidence: Evidence; findings: Findings; runId: string }

/** References of everything that the doctor creates begin with it. */
export const REFERENCE = "onchain-doctor-"

/** The customer's identifier is the one for which an address can be ensured. */
async function createCustomer(
  rails: readonly Rail[],
  { calls, evidence, findings, runId }: CreationParts
): Promise<Rail | null> {
  const body = { externalRef: `${REFERENCE}${runId}` }
  const answer = await calls.send("createCustomer", { body, idempotencyKey: `doctor_${runId}_customer` })
  const record = isAnswer(answer) ? noteResource("customer", answer, evidence, findings) : null
  if (record === null) return null
  for (const [m, path] of idCandidates("customer", [record], findings).entries()) {
    const customerId = idIn(record, path) ?? ""
    for (const [n, rail] of rails.entries()) {
      const ensured = await calls.send("ensureAddress", {
        params: { customerId },
        body: rail,
        idempotencyKey: `doctor_${runId}_address_${m}_${n}`,
      })
      if (!isAnswer(ensured)) {
        calls.forgetLast()
        if (ensured.status === 404) break
        continue
      }
      const address = findResource("address", ensured, findings)
      const text = address && (fieldOf(address, "address.address") ?? address.address)
      evidence.address = { customerId, rail, text: typeof text === "string" ? text : undefined }
      evidence.ids.customer = customerId
      proposeId(
        "customer",
        path,
        { records: [record], because: `ensureAddress takes ${path} of createCustomer` },
        findings
      )
      return rail
    }
  }
  findings.doubt("ids.customer", "no address could be ensured for the created customer")
  return null
}

/** @returns its identifier */
export async function createIntent(
  rail: Rail,
  { customerId, amount, key }: { customerId: string; amount: string; key: string },
  { calls, evidence, findings, runId }: CreationParts
): Promise<string | undefined> {
  const intent = { ...rail, externalOrderId: `${REFERENCE}${runId}`, expectedAmount: amount }
  const paths = pathsToTry("createIntent", [...INTENT_PATHS, ...SHORT_PATHS], findings)
  for (const [n, path] of paths.entries()) {
    const body = path.includes("{customerId}") ? intent : { ...intent, customerId }
    const input = { params: { customerId }, body, idempotencyKey: `doctor_${runId}_${key}_${n}` }
    const answer = await calls.send("createIntent", input, { createIntent: path })
    if (!isAnswer(answer)) {
      // Only an answer that says "no such path" leaves another one to try.
      if (!NOT_THERE.includes(answer.status) || path === paths.at(-1)) break
      calls.forgetLast()
      continue
    }
    findings.propose("paths.createIntent", path, "an intent was created under this path")
    const record = noteResource("intent", answer, evidence, findings)
    return noteOwnId("intent", record, "createIntent", findings)
  }
  findings.doubt("paths.createIntent", "no intent could be created under the usual paths")
  return undefined
}

async function createInvoice(
  rails: readonly Rail[],
  { calls, evidence, findings, runId }: CreationParts
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
async function requestQuote({ calls, evidence, findings, runId }: CreationParts): Promise<void> {
  const { address, hasPayoutKey } = evidence
  const funded = fundedRails(evidence).find(({ rail }) => rail.chain === address?.rail.chain)
  if (!funded || !address?.text || !hasPayoutKey) return
  const body = { ...funded.rail, amount: AMOUNT, destinationAddress: address.text }
  const answer = await calls.send("quoteWithdrawal", { body, idempotencyKey: `doctor_${runId}_quote` })
  if (!isAnswer(answer)) return calls.forgetLast()
  evidence.quoteRequest = { ...body, balance: funded.balance }
  const record = noteResource("quote", answer, evidence, findings)
  noteOwnId("quote", record, "quoteWithdrawal", findings)
}

/** Rails with a balance from which the amount can be quoted. */
function fundedRails(evidence: Evidence): { rail: Rail; balance: string }[] {
  return rowsOf(evidence, "listBalances").flatMap((row) => {
    const balance = String(fieldOf(row, "amounts.total"))
    if (!isDecimalString(balance) || compareAmounts(balance, AMOUNT) < 0) return []
    return railsIn([row]).map((rail) => ({ rail, balance }))
  })
}

/** What a memo may be called in the request of a quote, besides what withdrawals call it. */
const MEMO_NAMES = ["memo", "destinationTag", "destinationMemo", "memoId", "tag", "destination_tag"]

/**
 * Finds the field for a memo in the request of a quote: the service shows the memo again under that name.
 *
 * Quotes again what a withdrawal with a memo has sent, to the same destination. Nothing moves.
 */
export async function findQuoteMemo({ calls, evidence, findings, runId }: CreationParts): Promise<void> {
  const setting = "fields.withdrawalQuote.memo"
  const at = (field: string) => pathFound("withdrawal", field, findings)
  const sent = evidence.records.withdrawal.find((record) => idIn(record, at("memo")) !== undefined)
  const memo = sent && idIn(sent, at("memo"))
  const destinationAddress = sent && idIn(sent, at("destinationAddress"))
  const [rail] = sent ? railsIn([sent]) : []
  if (!rail || !memo || !destinationAddress || !evidence.hasPayoutKey) return
  const byDefault = String(findings.defaultOf(setting))
  for (const [n, name] of [...new Set([byDefault, at("memo"), ...MEMO_NAMES])].entries()) {
    const body = withField({ ...rail, amount: AMOUNT, destinationAddress }, name, memo)
    const answer = await calls.send("quoteWithdrawal", { body, idempotencyKey: `doctor_${runId}_memo_${n}` })
    const quote = isAnswer(answer) ? findResource("quote", answer, findings) : null
    if (quote && idIn(quote, name) === memo)
      return findings.propose(
        setting,
        name,
        "quoteWithdrawal shows the memo again that was sent in this field"
      )
  }
}

function noteOwnId(
  kind: "intent" | "quote",
  record: WireRecord | null,
  endpoint: string,
  findings: Findings
): string | undefined {
  const [path] = record === null ? [] : idCandidates(kind, [record], findings)
  if (record === null || path === undefined) {
    findings.doubt(`ids.${kind}`, `${endpoint} answers without an identifier`)
    return undefined
  }
  proposeId(kind, path, { records: [record], because: `${endpoint}, field ${path}` }, findings)
  return idIn(record, path)
}

/** Stablecoins first, then test networks: their amounts and addresses are the simplest. */
function chooseRails(evidence: Evidence): Rail[] {
  const rails = railsIn(rowsOf(evidence, "listTokens"))
  return rails.sort((a, b) => rankOf(a) - rankOf(b)).slice(0, MAX_RAILS)
}

export function railsIn(records: readonly WireRecord[]): Rail[] {
  return records.flatMap(({ chain, networkId, token }) =>
    typeof chain === "string" && typeof networkId === "string" && typeof token === "string"
      ? [{ chain, networkId, token }]
      : []
  )
}

function rankOf({ chain, networkId, token }: Rail): number {
  const isTest = /sepolia|test|dev|sandbox/i.test(networkId)
  return (/^USD/i.test(token) ? 0 : 4) + (isTest ? 0 : 2) + (chain === "evm" ? 0 : 1)
}
