import { compareAmounts } from "../amount"
import type { ErrorMeaning } from "../assumptions"
import { createGatewayClient } from "../client/client"
import { findInList } from "../client/lists"
import type { Deposit } from "../contract/payments"
import { ERROR_CATEGORIES, fieldOf, isDecimalString, isRecord, withField, type Rail } from "../contract/wire"
import { idCandidates, idIn, proposeId } from "./answers"
import { isAnswered, recordCalls, type Answered, type Refused } from "./calls"
import { findFields, findResource, pathFound } from "./fields"
import type { Findings } from "./findings"
import {
  AMOUNT,
  noteLikelyId,
  noteResource,
  pathsToTry,
  railsIn,
  recordsOf,
  REFERENCE,
  rowsOf,
  type Run,
} from "./run"
import { findStatuses } from "./words"

const MAX_RAILS = 3

/**
 * Creates one customer, ensures one address, and creates one intent and one invoice, on the first rail of the
 * catalog that the service accepts. With a payout key and a balance it requests a quote. No money moves.
 */
export async function createInSandbox(run: Run): Promise<void> {
  // Stablecoins first, then test networks: their amounts and addresses are the simplest.
  const rankOf = ({ chain, networkId, token }: Rail) =>
    (/^USD/i.test(token) ? 0 : 4) +
    (/sepolia|test|dev|sandbox/i.test(networkId) ? 0 : 2) +
    (chain === "evm" ? 0 : 1)
  const rails = railsIn(rowsOf(run, "listTokens")).sort((a, b) => rankOf(a) - rankOf(b))
  if (rails.length === 0)
    return run.findings.doubt(
      "fields.token",
      "nothing was created: the catalog names no rail that can be read"
    )
  const usable = rails.slice(0, MAX_RAILS)
  await createCustomer(usable, run)
  const { customer } = run
  if (customer === undefined) run.findings.miss("paths.createIntent", "a customer with an address")
  else await createIntent(customer.rail, { customerId: customer.id, amount: AMOUNT, key: "intent" }, run)
  await createInvoice(usable, run)
  await requestQuote(run)
}

/** The customer's identifier is the one for which an address can be ensured. */
async function createCustomer(rails: readonly Rail[], run: Run): Promise<void> {
  const { calls, findings, runId } = run
  const body = { externalRef: `${REFERENCE}${runId}` }
  const answer = await calls.send("createCustomer", { body, idempotencyKey: `doctor_${runId}_customer` })
  const record = isAnswered(answer) ? noteResource("customer", answer, run) : null
  if (record === null) return
  for (const [m, path] of idCandidates("customer", [record], findings).entries()) {
    const customerId = idIn(record, path) ?? ""
    for (const [n, rail] of rails.entries()) {
      const idempotencyKey = `doctor_${runId}_address_${m}_${n}`
      const input = { params: { customerId }, body: rail, idempotencyKey }
      const ensured = await calls.send("ensureAddress", input, { isTrial: true })
      if (!isAnswered(ensured)) {
        if (ensured.status === 404) break
        continue
      }
      const found = findResource("address", ensured, findings)
      const address = found && (fieldOf(found, "address.address") ?? found.address)
      run.customer = { id: customerId, rail, address: typeof address === "string" ? address : undefined }
      return proposeId("customer", path, [record], `ensureAddress takes ${path} of createCustomer`, findings)
    }
  }
  findings.doubt("ids.customer", "no address could be ensured for the created customer")
}

/** @returns its identifier */
async function createIntent(
  rail: Rail,
  { customerId, amount, key }: { customerId: string; amount: string; key: string },
  run: Run
): Promise<string | undefined> {
  const { calls, findings, runId } = run
  const intent = { ...rail, externalOrderId: `${REFERENCE}${runId}`, expectedAmount: amount }
  let last = ""
  for (const [n, path] of pathsToTry("createIntent", findings).entries()) {
    const body = path.includes("{customerId}") ? intent : { ...intent, customerId }
    const input = { params: { customerId }, body, idempotencyKey: `doctor_${runId}_${key}_${n}` }
    const answer = await calls.send("createIntent", input, { paths: { createIntent: path }, isTrial: true })
    if (isAnswered(answer)) {
      findings.propose("paths.createIntent", path, "an intent was created under this path")
      const record = noteResource("intent", answer, run)
      return noteLikelyId("intent", "createIntent", record ? [record] : [], findings).id
    }
    last = answer.status === undefined ? "" : `: HTTP ${answer.status}`
    // Only an answer that says "no such path" leaves another one to try.
    if (answer.status !== 404 && answer.status !== 405) break
  }
  findings.doubt("paths.createIntent", `no intent could be created under the usual paths${last}`)
  return undefined
}

async function createInvoice(rails: readonly Rail[], run: Run): Promise<void> {
  const { calls, runId } = run
  for (const [n, rail] of rails.entries()) {
    const body = { ...rail, amount: AMOUNT, metadata: { probe: runId } }
    const input = { body, idempotencyKey: `doctor_${runId}_invoice_${n}` }
    const answer = await calls.send("createInvoice", input, { isTrial: n < rails.length - 1 })
    if (isAnswered(answer)) return void noteResource("invoice", answer, run)
    if (answer.status !== 400) return
  }
}

/** Of money that is there, to the customer's own address. A quote moves nothing, and expires. */
async function requestQuote(run: Run): Promise<void> {
  const { access, calls, customer, findings, runId } = run
  const funded = rowsOf(run, "listBalances").flatMap((row) => {
    const balance = String(fieldOf(row, "amounts.total"))
    if (!isDecimalString(balance) || compareAmounts(balance, AMOUNT) < 0) return []
    return railsIn([row]).map((rail) => ({ rail, balance }))
  })
  const found = funded.find(({ rail }) => rail.chain === customer?.rail.chain)
  if (!found || !customer?.address || access.payoutApiKey === undefined) return
  const body = { ...found.rail, amount: AMOUNT, destinationAddress: customer.address }
  const input = { body, idempotencyKey: `doctor_${runId}_quote` }
  const answer = await calls.send("quoteWithdrawal", input, { isTrial: true })
  if (!isAnswered(answer)) return
  run.quoteRequest = { ...body, balance: found.balance }
  const quote = noteResource("quote", answer, run)
  noteLikelyId("quote", "quoteWithdrawal", quote ? [quote] : [], findings)
}

/** What a memo may be called in the request of a quote, besides what withdrawals call it. */
const MEMO_NAMES = ["memo", "destinationTag", "destinationMemo", "memoId", "tag", "destination_tag"]

/**
 * Finds the field for a memo in the request of a quote: the service shows the memo again under that name.
 *
 * Quotes again what a withdrawal with a memo has sent, to the same destination. Nothing moves.
 */
export async function findQuoteMemo(run: Run): Promise<void> {
  const { access, calls, findings, runId } = run
  const setting = "fields.withdrawalQuote.memo"
  const at = (name: string) => pathFound("withdrawal", name, findings)
  const withdrawals = [...rowsOf(run, "listWithdrawals"), ...recordsOf(run, "withdrawal")]
  const sent = withdrawals.find((record) => idIn(record, at("memo")) !== undefined) ?? {}
  const memo = idIn(sent, at("memo"))
  const destinationAddress = idIn(sent, at("destinationAddress"))
  const [rail] = railsIn([sent])
  if (!rail || !memo || !destinationAddress || access.payoutApiKey === undefined) return
  const names = new Set([String(findings.defaultOf(setting)), at("memo"), ...MEMO_NAMES])
  for (const [n, name] of [...names].entries()) {
    const body = withField({ ...rail, amount: AMOUNT, destinationAddress }, name, memo)
    const answer = await calls.send("quoteWithdrawal", { body, idempotencyKey: `doctor_${runId}_memo_${n}` })
    const quote = isAnswered(answer) ? findResource("quote", answer, findings) : null
    if (quote && idIn(quote, name) === memo)
      return findings.propose(
        setting,
        name,
        "quoteWithdrawal shows the memo again that was sent in this field"
      )
  }
}

const HINT = "an action on a deposit: pay to the address that a run with --create names, and run it again"

/**
 * Assigns a deposit in review to an intent of its amount, or accepts it, and then tries again: the answers
 * show where the result of an action is, and the code of a conflict.
 *
 * Touches only a payment to a customer that the doctor created, in a run before this one.
 */
export async function resolveOwnDeposit(run: Run): Promise<void> {
  const { calls, findings, runId } = run
  const deposit = await findOwnDeposit(run)
  const params = { depositId: deposit?.depositId ?? "" }
  const accept = (key: string) =>
    calls.send(
      "acceptDeposit",
      { params, idempotencyKey: `doctor_${runId}_${key}` },
      { isTrial: key !== "accept" }
    )
  const answer = deposit && ((await assign(deposit, run)) ?? (await accept("accept")))
  if (!answer || !isAnswered(answer)) {
    for (const setting of ["envelopes.depositAction", "fields.depositAction"]) findings.miss(setting, HINT)
    return
  }
  const action = findResource("depositAction", answer, findings)
  if (action === null) return
  const seen = { endpoint: answer.endpoint, records: [action] }
  findFields("depositAction", { ...seen, hint: HINT }, findings)
  const path = pathFound("depositAction", "resolutionStatus", findings)
  findStatuses("deposit", { ...seen, path }, findings)
  noteCode(await accept("resolved"), "conflict", findings)
}

async function assign(deposit: Deposit, run: Run): Promise<Answered | null> {
  const { depositId, customerId, chain, networkId, asset, amount } = deposit
  if (customerId === undefined || asset.token === undefined || amount.display === undefined) return null
  const rail = { chain, networkId, token: asset.token }
  const intentId = await createIntent(rail, { customerId, amount: amount.display, key: "fitting" }, run)
  if (intentId === undefined) return null
  const input = { params: { depositId }, body: { intentId }, idempotencyKey: `doctor_${run.runId}_assign` }
  const answer = await run.calls.send("assignDeposit", input, { isTrial: true })
  return isAnswered(answer) ? answer : null
}

/** Reads the list to its end under the settings found so far: deposits of shoppers may come first. */
async function findOwnDeposit({ access, findings }: Run): Promise<Deposit | undefined> {
  const gateway = createGatewayClient({ ...access, assumptions: findings.settings() })
  const isOwn = ({ externalCustomerRef }: Deposit) => externalCustomerRef?.startsWith(REFERENCE) ?? false
  try {
    const found = await findInList(gateway.listDeposits({ status: "review_required" }), isOwn)
    return found.kind === "found" ? found.row : undefined
  } catch {
    // The list was read before, and its failure is in the report.
    return undefined
  }
}

/** HTTP statuses under which the code of a refusal is taken for the expected one. */
const STATUSES: Partial<Record<ErrorMeaning, readonly (number | undefined)[]>> = {
  validation: [400, 422],
  authentication: [401],
  permission: [403],
  not_found: [404],
  conflict: [409],
  duplicate: [409],
  in_progress: [409],
  insufficient_balance: [400, 402, 409, 422],
}

/** Reads that the document refuses: what is not there, and what is not valid. */
export async function provokeByReads({ calls: { send }, runId, findings }: Run): Promise<void> {
  const missing = await send("getInvoice", { params: { invoiceId: `doctor-${runId}` } })
  noteCode(missing, "not_found", findings)
  noteCode(await send("listInvoices", { query: { limit: "0" } }), "validation", findings)
}

/**
 * Refusals around what this run has created, in a sandbox: with an unknown key, with the wrong key, twice,
 * under a used idempotency key, and quotes of zero and of more than the balance. A service that refuses
 * none of them ends up with two more customers.
 */
export async function provokeByCreations(run: Run): Promise<void> {
  const { access, calls, customer, findings, quoteRequest, runId } = run
  const { send } = calls
  const stranger = recordCalls({ ...access, apiKey: `doctor-${runId}` })
  noteCode(await stranger.send("listTransactions"), "authentication", findings)

  const create = (externalRef: string, key: string) =>
    send("createCustomer", { body: { externalRef }, idempotencyKey: `doctor_${runId}_${key}` })
  noteCode(await create(`${REFERENCE}${runId}`, "again"), "duplicate", findings)
  noteCode(await create(`${REFERENCE}${runId}-other`, "customer"), "conflict", findings)

  if (quoteRequest) {
    const { balance, ...request } = quoteRequest
    const standard = recordCalls({ ...access, payoutApiKey: access.apiKey })
    const quote = (by: typeof send, amount: string, key: string) =>
      by("quoteWithdrawal", { body: { ...request, amount }, idempotencyKey: `doctor_${runId}_${key}` })
    // A thousand times as much and more: what other payouts have reserved is not in the balance.
    const tooMuch = `1${"0".repeat(balance.split(".")[0]?.length ?? 0)}000.00`
    noteCode(await quote(standard.send, AMOUNT, "standard"), "permission", findings)
    noteCode(await quote(send, "0", "nothing"), "validation", findings)
    noteCode(await quote(send, tooMuch, "too_much"), "insufficient_balance", findings)
  }

  // Last: by now an unknown code can only say that the first of the two is not done.
  if (customer === undefined) return
  const idempotencyKey = `doctor_${runId}_twice`
  const input = { params: { customerId: customer.id }, body: customer.rail, idempotencyKey }
  const both = await Promise.all([send("ensureAddress", input), send("ensureAddress", input)])
  for (const result of both) noteCode(result, "in_progress", findings)
}

/** A code counts once, and where the refusal is the expected one. */
export function noteCode(result: Answered | Refused, meaning: ErrorMeaning, findings: Findings): void {
  const setting = "errors.categories"
  if (isAnswered(result) || result.code === undefined) return
  if (!STATUSES[meaning]?.includes(result.status)) return
  if (Object.hasOwn(ERROR_CATEGORIES, result.code)) return findings.fit(setting)
  const known = findings.valueOf(setting)
  if (!isRecord(known) || Object.hasOwn(known, result.code)) return
  const because = `the service refuses with ${result.code}, HTTP ${result.status}`
  findings.propose(setting, { ...known, [result.code]: meaning }, because)
}
