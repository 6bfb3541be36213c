import type { ErrorMeaning } from "../assumptions"
import { ERROR_CATEGORIES, isRecord } from "../contract/wire"
import type { Findings } from "./findings"
import { AMOUNT, REFERENCE, type CreationParts } from "./creations"
import {
  createRawCalls,
  isAnswer,
  type RawAnswer,
  type RawCalls,
  type RawRefusal,
  type ServiceAccess,
} from "./raw-calls"

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
export async function provokeByReads({ send }: RawCalls, runId: string, findings: Findings): Promise<void> {
  const missing = await send("getInvoice", { params: { invoiceId: `doctor-${runId}` } })
  noteCode(missing, "not_found", findings)
  noteCode(await send("listInvoices", { query: { limit: "0" } }), "validation", findings)
}

/**
 * Refusals around what this run has created, in a sandbox: with an unknown key, with the wrong key, twice,
 * under a used idempotency key, and quotes of zero and of more than the balance. A service that refuses
 * none of them ends up with two more customers.
 */
export async function provokeByCreations(
  { calls: { send }, evidence, findings, runId }: CreationParts,
  access: ServiceAccess
): Promise<void> {
  const stranger = createRawCalls({ ...access, apiKey: `doctor-${runId}` })
  noteCode(await stranger.send("listTransactions"), "authentication", findings)

  const create = (externalRef: string, key: string) =>
    send("createCustomer", { body: { externalRef }, idempotencyKey: `doctor_${runId}_${key}` })
  noteCode(await create(`${REFERENCE}${runId}`, "again"), "duplicate", findings)
  noteCode(await create(`${REFERENCE}${runId}-other`, "customer"), "conflict", findings)

  if (evidence.quoteRequest) {
    const { balance, ...request } = evidence.quoteRequest
    const standard = createRawCalls({ ...access, payoutApiKey: access.apiKey })
    const quote = (by: Pick<RawCalls, "send">, amount: string, key: string) => {
      const body = { ...request, amount }
      return by.send("quoteWithdrawal", { body, idempotencyKey: `doctor_${runId}_${key}` })
    }
    noteCode(await quote(standard, AMOUNT, "standard"), "permission", findings)
    noteCode(await quote({ send }, "0", "nothing"), "validation", findings)
    noteCode(await quote({ send }, farMoreThan(balance), "too_much"), "insufficient_balance", findings)
  }

  // Last: by now an unknown code can only say that the first of the two is not done.
  if (evidence.address) {
    const { customerId, rail } = evidence.address
    const input = { params: { customerId }, body: rail, idempotencyKey: `doctor_${runId}_twice` }
    const both = await Promise.all([send("ensureAddress", input), send("ensureAddress", input)])
    for (const result of both) noteCode(result, "in_progress", findings)
  }
}

/** A thousand times as much and more: what other payouts have reserved is not in the balance. */
function farMoreThan(balance: string): string {
  const [whole = ""] = balance.split(".")
  return `1${"0".repeat(whole.length + 3)}.00`
}

/** A code counts once, and where the refusal is the expected one. */
export function noteCode(result: RawAnswer | RawRefusal, meaning: ErrorMeaning, findings: Findings): void {
  const setting = "errors.categories"
  if (isAnswer(result) || result.code === undefined) return
  if (!STATUSES[meaning]?.includes(result.status)) return
  if (Object.hasOwn(ERROR_CATEGORIES, result.code)) return findings.fit(setting)
  const known = findings.proposed(setting) ?? findings.defaultOf(setting)
  if (!isRecord(known) || Object.hasOwn(known, result.code)) return
  const because = `the service refuses with ${result.code}, HTTP ${result.status}`
  findings.propose(setting, { ...known, [result.code]: meaning }, because)
}
