import { healthOf } from "../../../domain/health/attention"
import { GAP_WORDS } from "../../../gateway/client/pages"
import type { OpenWork } from "./attention-list"
import type { WebhookCounts } from "../inbox/webhook-intake"
import type OnchainModuleService from "../service"
import type { IncompleteList } from "../work/sync-runs"
import type { LastWebhooks, UnknownInvoices, UnknownWord, UnreadableFields, Waiting } from "./health-facts"
import { countInWords, inWords, timesInWords, type SetupCheck } from "./setup-check"

/** Retries pause up to half an hour, so a longer wait is only a warning. */
const DELIVERY_PATIENCE_MS = 10 * 60_000
/** Leaves room for a long run of the job that polls payments. */
const CHECK_GRACE_MS = 5 * 60_000
const CHECK_PATIENCE_MS = 60 * 60_000
/** The job that publishes what a process left behind has run several times by then. */
const EVENT_GRACE_MS = 5 * 60_000

/** Checks that deliveries and payments are processed, and that nothing waits for an operator unseen. */
export async function checkWork(
  { health, clock }: OnchainModuleService,
  backlog: { waiting: number; dead: number },
  open: OpenWork
): Promise<SetupCheck[]> {
  const [oldestAt, events, overdue, unknown, unreadable, missing, words] = await Promise.all([
    health.oldestDelivery(),
    health.unpublishedEvents(EVENT_GRACE_MS),
    health.overdueChecks(CHECK_GRACE_MS),
    health.unknownInvoices(),
    health.unreadableFields(),
    health.missingFields(),
    health.unknownWords(),
  ])
  const unallocated = open(["unmatched", "part_paid"])
  const contradicted = open(["contradicted"], "payment")
  const ageOf = (at: Date | null) => (at ? clock() - at.getTime() : 0)
  return [
    describeInbox({ ...backlog, ageMs: ageOf(oldestAt) }),
    describeEvents(events, ageOf(events.oldestAt)),
    describeReconciliation(overdue, ageOf(overdue.oldestAt)),
    describeUnknownInvoices(unknown, ageOf(unknown.oldestAt)),
    describeUnallocated(unallocated, ageOf(unallocated.oldestAt)),
    describeContradicted(contradicted, ageOf(contradicted.oldestAt)),
    describeUnreadable(unreadable, clock()),
    describeMissing(missing),
    describeUnknownWords(words),
  ]
}

export function describeInbox(inbox: { waiting: number; dead: number; ageMs: number }): SetupCheck {
  const { waiting, dead, ageMs } = inbox
  if (dead > 0) {
    const message = `Webhooks that failed after too many attempts: ${dead}. Fix the reason of each, then run them again.`
    return { id: "inbox", status: "error", message }
  }
  const age = waiting > 0 ? `, the oldest for ${inWords(ageMs)}` : ""
  const what = `Webhooks waiting: ${waiting}${age}.`
  if (waiting === 0 || ageMs <= DELIVERY_PATIENCE_MS) return { id: "inbox", status: "ok", message: what }
  const message = `${what} Check that a worker runs and that the provider answers.`
  return { id: "inbox", status: "warning", message }
}

export function describeEvents({ count }: Waiting, ageMs: number): SetupCheck {
  const id = "events"
  if (count === 0) return { id, status: "ok", message: "Every event was published." }
  const message =
    `Events not published: ${countInWords(count)}, the oldest for ${inWords(ageMs)}. Payments are safe; subscribers, such as emails, ` +
    `wait. Check the store's event bus; the log has the error.`
  return { id, status: "warning", message }
}

export function describeReconciliation({ count }: Waiting, ageMs: number): SetupCheck {
  const id = "reconciliation"
  if (count === 0) return { id, status: "ok", message: "Every open payment was checked on time." }
  const message =
    `Status checks that are late: ${countInWords(count)}, the oldest ${inWords(ageMs)} ago. Payments are captured from webhooks only. ` +
    `Check that scheduled jobs run and the provider answers.`
  return { id, status: ageMs > CHECK_PATIENCE_MS ? "error" : "warning", message }
}

export function describeUnknownInvoices({ count, ids }: UnknownInvoices, ageMs: number): SetupCheck {
  const id = "invoices"
  if (count === 0) return { id, status: "ok", message: "The provider knows every invoice." }
  const named = ids.join(", ") + (count > ids.length ? " and others" : "")
  const message =
    `Invoices unknown to the provider: ${countInWords(count)} (${named}), the oldest for ${inWords(ageMs)}. Payments to them are not ` +
    `captured, and their unpaid orders are cancelled after a day. Check that baseUrl, businessId and apiKey belong to the business ` +
    `that opened them, else ask the provider.`
  return { id, status: "warning", message }
}

export function describeUnallocated({ count }: Waiting, ageMs: number): SetupCheck {
  const id = "unallocated"
  if (count === 0) return { id, status: "ok", message: "No unmatched payment." }
  const message = `Unmatched payments: ${countInWords(count)}, the oldest for ${inWords(ageMs)}. Decide about them under Needs review.`
  return { id, status: healthOf("unmatched", count, ageMs), message }
}

function describeContradicted({ count }: Waiting, ageMs: number): SetupCheck {
  const id = "contradicted"
  if (count === 0) return { id, status: "ok", message: "The provider confirms every captured payment." }
  const message =
    `Payments that the provider no longer reports as paid: ${countInWords(count)}, the oldest for ${inWords(ageMs)}. Nothing is undone ` +
    `automatically. Ask the provider, decide whether to deliver, and mark each as reviewed in its order.`
  return { id, status: healthOf("contradicted", count, ageMs), message }
}

export function describeUnreadable(fields: UnreadableFields, nowMs: number): SetupCheck {
  const id = "fields"
  if (fields.length === 0) return { id, status: "ok", message: "Every field could be read." }
  const lines = fields.map(({ name, setting, count, at }) => {
    const where = setting === null ? "" : `, setting ${setting}`
    return `${name} (${timesInWords(count)}, last ${inWords(nowMs - at.getTime())} ago${where})`
  })
  const message =
    `Fields that cannot be read: ${lines.join("; ")}. Payments and payouts work without them. Correct the setting, or ask the ` +
    `provider about the format.`
  return { id, status: "warning", message }
}

export function describeMissing(fields: UnreadableFields): SetupCheck {
  const id = "missing_fields"
  if (fields.length === 0) return { id, status: "ok", message: "No expected field is missing." }
  const lines = fields.map(({ name, setting, count }) => `${setting ?? name} (${timesInWords(count)})`)
  const message =
    `Fields missing in the provider's answers: ${lines.join(", ")}. Set each to the provider's name for it, or to null if there is ` +
    `none. docs/developers/service-facts.md says what each is for.`
  return { id, status: "warning", message }
}

/** The table has the rest. */
const NAMED_WORDS = 10

export function describeUnknownWords(words: readonly UnknownWord[]): SetupCheck {
  const id = "statuses"
  if (words.length === 0) return { id, status: "ok", message: "Every status and type is known." }
  const named = words.slice(0, NAMED_WORDS)
  const lines = [...new Set(named.map(({ setting }) => setting))].map((setting) => {
    const own = named.filter((word) => word.setting === setting)
    const list = own.map(({ subject, word, count }) => `${subject} "${word}" (${timesInWords(count)})`)
    return `${list.join(", ")}: add to the matching list of ${setting}`
  })
  const rest = words.length > named.length ? ` There are ${words.length - named.length} more.` : ""
  const message = `Unknown words of the provider: ${lines.join("; ")}.${rest} Until then nothing is captured, ended or refunded because of them.`
  return { id, status: "warning", message }
}

/** Merges this process's own last webhooks with those of all processes: the later one counts. */
export function lastOfAll(own: WebhookCounts, all: LastWebhooks): LastWebhooks {
  const { lastAcceptedAt, lastRejected } = own
  const isOwn = lastRejected && (!all.rejected || lastRejected.at > all.rejected.at)
  return { acceptedAt: later(lastAcceptedAt, all.acceptedAt), rejected: isOwn ? lastRejected : all.rejected }
}

function later(a: Date | null, b: Date | null): Date | null {
  return a && (!b || a > b) ? a : b
}

/** Judges whether webhooks arrive and are accepted. */
export function describeWebhooks({ acceptedAt, rejected }: LastWebhooks): SetupCheck {
  if (rejected && (!acceptedAt || rejected.at > acceptedAt)) {
    const message = `The last webhook was refused at ${rejected.at.toISOString()}: ${rejected.reason}. ${adviceFor(rejected.reason)}`
    return { id: "webhooks", status: "warning", message }
  }
  if (acceptedAt) {
    const refusal = rejected
      ? ` The last one refused was at ${rejected.at.toISOString()}: ${rejected.reason}.`
      : ""
    const message = `Last webhook accepted at ${acceptedAt.toISOString()}.${refusal}`
    return { id: "webhooks", status: "ok", message }
  }
  const message = "No webhook has arrived yet. The provider must send them to /hooks/onchain of this server."
  return { id: "webhooks", status: "warning", message }
}

/** Says what a signature does not cover. @param signedText template of the signed text */
export function describeSignature(signedText: string): SetupCheck[] {
  if (signedText.includes("{timestamp}")) return []
  const message =
    `assumptions.signature.signedText has no {timestamp}: an old webhook can be replayed. That costs one call and captures nothing. ` +
    `Set it to what the provider signs.`
  // Only the provider could change it.
  return [{ id: "signature", status: "ok", message }]
}

/** A reason that another version wrote gets general advice. */
function adviceFor(reason: string): string {
  if (reason === "timestamp_stale" || reason === "timestamp_future")
    return "Compare this server's clock, assumptions.signature.timestampUnit and toleranceMs with the provider."
  if (reason === "address_wrong") return "The provider must send webhooks to /hooks/onchain of this server."
  if (/^(signature|timestamp|id)_/.test(reason))
    return (
      "Compare webhookSecrets with the provider's dashboard. If they match, run `medusa-payment-onchain doctor --delivery` on a " +
      "captured webhook: it finds assumptions.signature."
    )
  return "It did not come from the provider, or a proxy changed its body."
}

/** One finding per incomplete list: what depends on it, and the setting that helps. */
export async function checkLists({ listReadings, clock }: OnchainModuleService): Promise<SetupCheck[]> {
  const incomplete = await listReadings.findIncomplete()
  return incomplete.map((list) => describeIncompleteList(list, clock() - list.since.getTime()))
}

export function describeIncompleteList(list: IncompleteList, ageMs: number): SetupCheck {
  const { listName, endpoint, rowsRead, gap } = list
  const message =
    `The list ${listName} is incomplete, for ${inWords(ageMs)}: ${rowsRead} rows were read, and ${GAP_WORDS[gap]}. ` +
    `${consequenceOf(endpoint)} ${REMEDIES[gap]}`
  return { id: `list_${listName.replaceAll(/\W+/g, "_")}`, status: "warning", message }
}

const REMEDIES = {
  page_full:
    "If the provider has pages, set how it names them: assumptions.list.nextCursorField and assumptions.list.cursorParam for a " +
    "cursor, assumptions.list.nextLinkFields for a link, assumptions.list.pageParam for a page number, assumptions.list.offsetParam for an offset. " +
    "If these are all rows, set assumptions.list.maxPageSize (for a list without limit: assumptions.list.defaultPageSize) to the " +
    "most rows that the provider puts on a page, or assumptions.list.totalField to the field that counts all rows.",
  pages_repeat: "Set assumptions.list.cursorParam to the parameter in which the provider takes its cursor.",
  link_repeats:
    "Set assumptions.list.nextLinkFields to the field with the link to the next page, not to another one.",
  link_refused:
    "The API key is sent to baseUrl only. If that is the provider's own host, set baseUrl to the address that its links begin with. " +
    'Else set assumptions.list.paging to another form that the provider takes, such as "page" or "offset".',
  page_ignored:
    "Set assumptions.list.pageParam to the parameter in which the provider takes the page number, or assumptions.list.paging to another form.",
  offset_ignored:
    "Set assumptions.list.offsetParam to the parameter in which the provider takes the number of rows to skip, or assumptions.list.paging to " +
    "another form.",
  pages_apart:
    "Rows may have left the list while it was read; then the next reading is whole. If this stays, set assumptions.list.firstPage to the number of " +
    "the provider's first page, or assumptions.list.paging to another form.",
  total_larger:
    "Set assumptions.list.paging to the form in which the provider pages. If it gave all rows, assumptions.list.totalField names a field that counts " +
    "something else: correct it, or set it to null.",
  row_unreadable: "The check of fields names the field. Ask the provider about its format.",
} as const satisfies Record<IncompleteList["gap"], string>

function consequenceOf(endpoint: string): string {
  switch (endpoint) {
    case "listInvoices":
      return "Until it is whole, no unpaid order that waits for a deposit is cancelled, and a report calls nothing missing for it."
    case "listDeposits":
      return "Until it is whole, no unpaid order that waits for a deposit is cancelled, and an action on a deposit without an answer stays open."
    case "listTransactions":
      return "Until it is whole, no payout can be closed as not sent, and a report calls nothing missing for it."
    default:
      return "Until it is whole, nothing is reported missing from it."
  }
}

/** A smaller difference comes from the network, and from clocks that servers send in whole seconds. */
const NOTICEABLE_MS = 30_000

/**
 * Judges the difference between our clock and the gateway's: webhooks with a timestamp too far off are refused.
 *
 * @param skewMs how far the gateway is ahead; null before its first answer
 * @param toleranceMs how far a webhook's timestamp may be off
 */
export function describeClock(skewMs: number | null, toleranceMs: number): SetupCheck {
  if (skewMs === null)
    return {
      id: "clock",
      status: "warning",
      message: "The provider's clock is unknown until its first answer.",
    }
  const seconds = Math.round(Math.abs(skewMs) / 1_000)
  if (seconds * 1_000 < Math.min(NOTICEABLE_MS, toleranceMs))
    return { id: "clock", status: "ok", message: "This server's clock matches the provider's." }
  const side = skewMs > 0 ? "behind" : "ahead of"
  const what = `This server's clock is ${seconds} seconds ${side} the provider's.`
  const limit = `Webhooks are refused when it is more than ${Math.round(toleranceMs / 1_000)}.`
  return {
    id: "clock",
    status: Math.abs(skewMs) > toleranceMs ? "error" : "warning",
    message: `${what} ${limit} Set the time by NTP.`,
  }
}
