import type { ErrorMeaning } from "../assumptions/forms"
import { ERROR_CATEGORIES } from "../contract/errors"
import type { Findings } from "./findings"
import { isAnswer, type RawAnswer, type RawCalls, type RawRefusal } from "./raw-calls"

/** Reads that the document refuses: what is not there, and what is not valid. They are meant to fail. */
export async function provokeRefusals(calls: RawCalls, runId: string, findings: Findings): Promise<void> {
  const missing = await calls.send("getInvoice", { params: { invoiceId: `doctor-${runId}` } })
  if (!isAnswer(missing)) calls.forgetLast()
  noteCode(missing, { status: 404, meaning: "not_found" }, findings)
  const invalid = await calls.send("listInvoices", { query: { limit: "0" } })
  if (!isAnswer(invalid)) calls.forgetLast()
  noteCode(invalid, { status: 400, meaning: "validation" }, findings)
}

/** Creates a customer again under another key, which the document calls a duplicate. */
export async function provokeDuplicate(calls: RawCalls, runId: string, findings: Findings): Promise<void> {
  const body = { externalRef: `doctor-${runId}` }
  const again = await calls.send("createCustomer", { body, idempotencyKey: `doctor_${runId}_again` })
  noteCode(again, { status: 409, meaning: "duplicate" }, findings)
  if (!isAnswer(again)) calls.forgetLast()
}

/** A code counts where the refusal is the expected one. */
function noteCode(
  result: RawAnswer | RawRefusal,
  expected: { status: number; meaning: ErrorMeaning },
  findings: Findings
): void {
  if (isAnswer(result) || result.status !== expected.status || result.code === undefined) return
  if (Object.hasOwn(ERROR_CATEGORIES, result.code)) return findings.fit("errors.categories")
  const before = findings.proposed("errors.categories")
  const known = typeof before === "object" ? before : findings.defaultOf("errors.categories")
  const because = `the service refuses with ${result.code}, HTTP ${expected.status}`
  findings.propose("errors.categories", { ...(known as object), [result.code]: expected.meaning }, because)
}
