import { COUNT_LIMIT } from "./listed-rows"
import type { UnknownInvoices, UnreadableFields, Waiting } from "./health-facts"
import type OnchainModuleService from "./service"
import type { SetupCheck } from "./setup-checks"

/** Retries have pauses of up to half an hour, so what waits longer than this may still be all right: a warning. */
const DELIVERY_PATIENCE_MS = 10 * 60_000
/** A payment that should have been asked for by now, with room for a long run of the job. */
const CHECK_GRACE_MS = 5 * 60_000
const CHECK_PATIENCE_MS = 60 * 60_000

/** Checks that what arrives is worked on, and that nothing waits for a person unseen. */
export async function checkWork(
  { health, clock }: OnchainModuleService,
  backlog: { waiting: number; dead: number }
): Promise<SetupCheck[]> {
  const [oldestAt, overdue, unknown, unallocated, contradicted, unreadable] = await Promise.all([
    health.oldestDelivery(),
    health.overdueChecks(CHECK_GRACE_MS),
    health.unknownInvoices(),
    health.unallocatedPayments(),
    health.contradictedPayments(),
    health.unreadableFields(),
  ])
  const ageOf = (at: Date | null) => (at ? clock() - at.getTime() : 0)
  return [
    describeInbox({ ...backlog, ageMs: ageOf(oldestAt) }),
    describeReconciliation(overdue, ageOf(overdue.oldestAt)),
    describeUnknownInvoices(unknown, ageOf(unknown.oldestAt)),
    describeUnallocated(unallocated, ageOf(unallocated.oldestAt)),
    describeContradicted(contradicted, ageOf(contradicted.oldestAt)),
    describeUnreadable(unreadable, clock()),
  ]
}

export function describeInbox(inbox: { waiting: number; dead: number; ageMs: number }): SetupCheck {
  const { waiting, dead, ageMs } = inbox
  if (dead > 0) {
    const message =
      `Deliveries given up after too many attempts: ${dead}. A payment may wait for you. Read the reason of each in the ` +
      `list of webhooks (GET /admin/onchain/deliveries?state=dead), remove it, and have them worked on again.`
    return { id: "inbox", status: "error", message }
  }
  const age = waiting > 0 ? `, the oldest for ${inWords(ageMs)}` : ""
  const what = `Deliveries that wait for work: ${waiting}${age}.`
  if (waiting === 0 || ageMs <= DELIVERY_PATIENCE_MS) return { id: "inbox", status: "ok", message: what }
  const message = `${what} Is a worker running, and does the gateway answer? The reason is beside each in the list of webhooks.`
  return { id: "inbox", status: "warning", message }
}

export function describeReconciliation({ count }: Waiting, ageMs: number): SetupCheck {
  const id = "reconciliation"
  if (count === 0)
    return { id, status: "ok", message: "Every open payment was asked for when it was its turn." }
  const message =
    `Payments that should have been asked for: ${shown(count)}, the oldest ${inWords(ageMs)} ago. Payments are still captured from ` +
    `webhooks, but not without them. Is a process running that does scheduled jobs, and does the gateway answer?`
  return { id, status: ageMs > CHECK_PATIENCE_MS ? "error" : "warning", message }
}

export function describeUnknownInvoices({ count, ids }: UnknownInvoices, ageMs: number): SetupCheck {
  const id = "invoices"
  if (count === 0) return { id, status: "ok", message: "The service knows every invoice that is asked for." }
  const named = ids.join(", ") + (count > ids.length ? " and others" : "")
  const message =
    `Invoices that the service does not know: ${shown(count)} (${named}), the oldest for ${inWords(ageMs)}. What is paid ` +
    `to them is not captured, and their unpaid orders are cancelled after a day. Are baseUrl, businessId and apiKey those ` +
    `of the business that opened them? If so, ask the service about them by their ids.`
  return { id, status: "warning", message }
}

export function describeUnallocated({ count }: Waiting, ageMs: number): SetupCheck {
  const id = "unallocated"
  if (count === 0)
    return { id, status: "ok", message: "No money waits for a decision about where it belongs." }
  const message =
    `Payments that arrived and have no order to go to: ${shown(count)}, the oldest for ${inWords(ageMs)}. ` +
    `Decide about them under Crypto payments in the dashboard.`
  return { id, status: "warning", message }
}

export function describeContradicted({ count }: Waiting, ageMs: number): SetupCheck {
  const id = "contradicted"
  if (count === 0)
    return { id, status: "ok", message: "The service stands by every payment that it called paid." }
  const message =
    `Payments that were paid and that the service no longer calls paid: ${shown(count)}, the oldest for ${inWords(ageMs)}. ` +
    `Nothing is undone by itself. Open their orders, ask the service what happened, decide whether to deliver, and mark each as reviewed there.`
  return { id, status: "error", message }
}

export function describeUnreadable(fields: UnreadableFields, nowMs: number): SetupCheck {
  const id = "fields"
  if (fields.length === 0)
    return { id, status: "ok", message: "Every field of the service that was read is in a form we know." }
  const lines = fields.map(({ name, setting, count, at }) => {
    const where = setting === null ? "" : `, setting ${setting}`
    return `${name} (${count} times, last ${inWords(nowMs - at.getTime())} ago${where})`
  })
  const message =
    `Fields of the service that cannot be read and count as absent: ${lines.join("; ")}. Payments and payouts go on without ` +
    `them. Compare each with an answer of the service, correct the setting that names it, or ask the service about its form.`
  return { id, status: "warning", message }
}

function shown(count: number): string {
  return count > COUNT_LIMIT ? `more than ${COUNT_LIMIT}` : String(count)
}

/** How long something has waited, for people. @example inWords(90 * 60_000) // "90 minutes" */
export function inWords(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / 60_000))
  if (minutes < 120) return `${minutes} minutes`
  return minutes < 48 * 60 ? `${Math.round(minutes / 60)} hours` : `${Math.round(minutes / 1_440)} days`
}
