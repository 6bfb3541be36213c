import type { AttemptReport } from "../../gateway/client/attempt-report"
import type { ReportUnreadable } from "../../gateway/contract"
import { isExpected } from "./activity-log"
import type { ClockWatch } from "./clock-watch"
import type { Counters } from "./counters"
import { UNREADABLE, type SignalBoard } from "./signal-board"
import type { WebhookOutcome } from "./webhook-intake"

/** Counts what became of each webhook, and tells the other processes of a refusal. */
export function watchWebhooks(
  counters: Counters,
  signals: Pick<SignalBoard, "note">
): (outcome: WebhookOutcome) => void {
  return (outcome) => {
    if (outcome.kind !== "rejected") return counters.add(`webhooks_${outcome.kind}`)
    counters.add("webhooks_rejected", { reason: outcome.reason })
    signals.note("webhook_rejected", outcome.reason)
  }
}

/** Notes undocumented fields of the service that cannot be read, for the health page of every process. */
export function watchFields(signals: Pick<SignalBoard, "note">): ReportUnreadable {
  return ({ resource, field, setting }) => signals.note(`${UNREADABLE}${resource}.${field}`, setting ?? "")
}

/** Counts attempts at calls of the service and reads its clock, before they are logged. */
export function watchAttempts(
  log: (report: AttemptReport) => void,
  counters: Counters,
  clocks: Pick<ClockWatch, "note">
): (report: AttemptReport) => void {
  return (report) => {
    const { endpoint, code } = report
    counters.add("gateway_calls", { endpoint })
    if (code !== undefined && !isExpected(endpoint, code)) counters.add("gateway_errors", { endpoint, code })
    clocks.note(report)
    log(report)
  }
}
