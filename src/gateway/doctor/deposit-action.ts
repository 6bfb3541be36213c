import { fieldOf } from "../contract/wire"
import type { WireRecord } from "../contract/records"
import { createIntent, railsIn, REFERENCE, type CreationParts } from "./creations"
import { rowsOf } from "./evidence"
import { findFields, pathFound } from "./find-fields"
import { findResource, idIn } from "./find-resources"
import { findStatuses, wordsAt } from "./find-statuses"
import { noteCode } from "./provoked-refusals"
import { isAnswer } from "./raw-calls"

const HINT = "an action on a deposit: pay to the address that a run with --create names, and run it again"
const IN_REVIEW = "listDeposits status=review_required"

/**
 * Assigns a deposit in review to an intent of its amount, or accepts it, and then tries again: the answers
 * show where the result of an action is, and the code of a conflict.
 *
 * Touches only a payment to a customer that the doctor created, in a run before this one.
 */
export async function resolveOwnDeposit(parts: CreationParts): Promise<void> {
  const { calls, evidence, findings, runId } = parts
  const deposit = rowsOf(evidence, IN_REVIEW).find(isOwn)
  const depositId = deposit && (idIn(deposit, "depositId") ?? idIn(deposit, idPath(parts)))
  if (!deposit || depositId === undefined) return missAction(parts)
  const params = { depositId }
  const accept = (key: string) =>
    calls.send("acceptDeposit", { params, idempotencyKey: `doctor_${runId}_${key}` })
  const intentId = await openFittingIntent(deposit, parts)
  const assigning = { params, body: { intentId }, idempotencyKey: `doctor_${runId}_assign` }
  const assigned = intentId === undefined ? undefined : await calls.send("assignDeposit", assigning)
  if (assigned && !isAnswer(assigned)) calls.forgetLast()
  const answer = assigned && isAnswer(assigned) ? assigned : await accept("accept")
  if (!isAnswer(answer)) return missAction(parts)
  const action = findResource("depositAction", answer, findings, depositId)
  if (action === null) return
  const seen = { endpoint: answer.endpoint, records: [action] }
  findFields("depositAction", seen, findings, HINT)
  const words = wordsAt(pathFound("depositAction", "resolutionStatus", findings), [action])
  findStatuses("deposit", { endpoint: answer.endpoint, words }, findings)
  const again = await accept("resolved")
  if (!isAnswer(again)) calls.forgetLast()
  noteCode(again, "conflict", findings)
}

function missAction({ findings }: CreationParts): void {
  for (const setting of ["envelopes.depositAction", "fields.depositAction"]) findings.miss(setting, HINT)
}

function isOwn({ externalCustomerRef }: WireRecord): boolean {
  return typeof externalCustomerRef === "string" && externalCustomerRef.startsWith(REFERENCE)
}

function idPath({ findings }: CreationParts): string {
  const [path] = [findings.proposed("ids.deposit") ?? findings.defaultOf("ids.deposit")].flat()
  return String(path)
}

async function openFittingIntent(deposit: WireRecord, parts: CreationParts): Promise<string | undefined> {
  const customerId = idIn(deposit, "customerId")
  const amount = fieldOf(deposit, "amount.display")
  const [rail] = railsIn([{ ...deposit, token: fieldOf(deposit, "asset.token") }])
  if (!rail || customerId === undefined || typeof amount !== "string") return undefined
  return createIntent(rail, { customerId, amount, key: "fitting" }, parts)
}
