import {
  type AttentionKind,
  type AttentionScreen,
  healthOf,
  judgePayoutUsers,
} from "../../../domain/health/attention"
import { joined, sentence } from "../../../words/say"
import type { OnchainPayoutUser } from "../../../types/http"
import { describeProcesses } from "../work/shared-status"
import {
  atMost,
  consequenceOfList,
  duration,
  error,
  type Finding,
  found,
  ok,
  some,
  times,
  warning,
} from "./check-words"
import { titleSentence, todoSentence } from "./attention-words"
import { type Facts, isAnswer } from "./facts"

type Of<Name extends keyof Facts> = Pick<Facts, Name>

const MINUTE_MS = 60_000

/** Whether everything is processed, and nothing waits for a person unseen. */
export const WORK_CHECKS = {
  deposits: (facts: Waiting) => describeWaiting(facts, ["deposit"]),

  deposit_actions: ({ stuckDeposits }: Of<"stuckDeposits">) => {
    if (stuckDeposits.length === 0) return null
    return warning(sentence("health.deposit_actions", { ids: stuckDeposits }))
  },

  deposit_sync: ({ depositRun: run }: Of<"depositRun">) => {
    if (!run?.last_error || run.finished_at === null) return null
    return warning(
      sentence("health.deposit_sync", { at: run.finished_at.toISOString(), reason: run.last_error })
    )
  },

  recovery: (facts: Waiting) => {
    const finding = describeWaiting(facts, ["recovery"])
    return finding.status === "ok" ? null : finding
  },

  /** Every problem: one must not hide another. */
  withdrawals: (facts: Waiting & Of<"silentWithdrawals">) => {
    const { unanswered, unfollowed, unknownStatus } = facts.silentWithdrawals
    const silent = [
      unanswered > 0 ? sentence("health.withdrawals.unanswered", { count: unanswered }) : null,
      unfollowed > 0 ? sentence("health.withdrawals.unfollowed", { count: unfollowed }) : null,
      unknownStatus > 0 ? sentence("health.withdrawals.unknown_status", { count: unknownStatus }) : null,
    ].filter((one) => one !== null)
    const waiting = describeWaiting(
      facts,
      [
        ...(["contradicted", "withdrawal_unknown", "withdrawal_failed", "gas_blocked"] as const),
        ...(["leg_blocked", "leg_failed", "approval"] as const),
      ],
      ["withdrawal", "payout_leg"]
    )
    if (silent.length === 0) return waiting
    return waiting.status === "ok" ? warning(...silent) : found(waiting.status)(...waiting.details, ...silent)
  },

  refunds: (facts: Waiting) => describeWaiting(facts, ["refund_due"]),
  transactions: (facts: Waiting) => describeWaiting(facts, ["transaction"]),

  /** The plan is read without a payout key too: a plan that is past due changes for payments as well. */
  billing: ({ billing, options: { payoutApiKey } }: Of<"billing" | "options">) => {
    // The check of the gateway reports that it does not answer.
    if (!isAnswer(billing)) return ok(sentence("health.billing.unread"))
    const {
      billing: { plan },
      warnings,
    } = billing
    const shown = warnings.filter(
      ({ id }) => payoutApiKey !== undefined || id === "past_due" || id === "unread"
    )
    const worst = shown.find(({ severity }) => severity === "error") ?? shown[0]
    if (worst) return found(worst.severity)(sentence("text", { text: worst.message }))
    return ok(sentence("health.billing", { plan: plan?.slice(0, 40) }))
  },

  /** Before a withdrawal waits that nobody could approve. */
  payout_users: (facts: Of<"users" | "payoutOptionsChangedAt" | "options">) => {
    const { users, payoutOptionsChangedAt: changedAt, options } = facts
    const { payouts, payoutApiKey } = options
    // Without a payout key nobody pays out anyway.
    const problem = payoutApiKey === undefined ? ok : warning
    const allowed = users.filter(({ is_allowed }) => is_allowed)
    const finding = judgePayoutUsers(
      payouts,
      users.map(({ id }) => id)
    )
    switch (finding.code) {
      case "none":
        return problem(sentence("health.users.none"), sentence("health.users", { names: namesOf(users) }))
      case "unknown":
        return problem(
          sentence("health.users.unknown", { ids: finding.ids }),
          sentence("health.users", { names: namesOf(users) }),
          payouts.approval === "second_user" && allowed.length < 2 ? NOBODY_APPROVES : null
        )
      case "too_few":
        return problem(NOBODY_APPROVES, sentence("health.users.add"))
      case "allowed":
        return ok(
          sentence("health.users.allowed", { names: namesOf(allowed) }),
          changedAt ? sentence("health.users.changed", { at: changedAt }) : null
        )
    }
  },

  regions: ({ regions }: Of<"regions">) =>
    regions.length > 0
      ? ok(sentence("health.regions", { names: regions.map(({ name }) => name) }))
      : error(sentence("health.regions.none")),

  inbox: (facts: Waiting & Of<"backlog" | "oldestDelivery">) => {
    const { waiting, dead } = facts.backlog
    if (dead > 0) return describeWaiting(facts, ["dead_webhook"])
    const ageMs = ageOf(facts.oldestDelivery, facts.nowMs)
    const what = sentence(waiting > 0 ? "health.inbox.waiting" : "health.inbox", {
      count: waiting,
      age: duration(ageMs),
    })
    // Retries pause up to half an hour, so a longer wait is only a warning.
    if (waiting === 0 || ageMs <= 10 * MINUTE_MS) return ok(what)
    return warning(what, sentence("health.inbox.advice"))
  },

  events: ({ events: { count, oldestAt }, nowMs }: Of<"events" | "nowMs">) => {
    if (count === 0) return ok(sentence("health.events"))
    const age = duration(ageOf(oldestAt, nowMs))
    return warning(sentence("health.events.waiting", { count: atMost(count), age }))
  },

  reconciliation: ({ overdue: { count, oldestAt }, nowMs }: Of<"overdue" | "nowMs">) => {
    if (count === 0) return ok(sentence("health.reconciliation"))
    const ageMs = ageOf(oldestAt, nowMs)
    return (ageMs > 60 * MINUTE_MS ? error : warning)(
      sentence("health.reconciliation.late", { count: atMost(count), age: duration(ageMs) }),
      sentence("health.reconciliation.advice")
    )
  },

  invoices: ({ unknownInvoices: { count, ids, oldestAt }, nowMs }: Of<"unknownInvoices" | "nowMs">) => {
    if (count === 0) return ok(sentence("health.invoices"))
    return warning(
      sentence("health.invoices.unknown", {
        count: atMost(count),
        named: namedOf(ids, count),
        age: duration(ageOf(oldestAt, nowMs)),
      })
    )
  },

  unallocated: (facts: Waiting) => describeWaiting(facts, ["unmatched", "part_paid"]),
  contradicted: (facts: Waiting) => describeWaiting(facts, ["contradicted"], ["payment"]),

  fields: ({ unreadable, nowMs }: Of<"unreadable" | "nowMs">) => {
    if (unreadable.length === 0) return ok(sentence("health.fields"))
    const lines = unreadable.map(({ name, setting, count, at }) => {
      const values = { name, setting, times: times(count), age: duration(nowMs - at.getTime()) }
      return sentence(setting === null ? "health.field" : "health.field.of_setting", values)
    })
    return warning(sentence("health.fields.unreadable", { lines: joined("semicolon", lines) }))
  },

  missing_fields: ({ missing }: Of<"missing">) => {
    if (missing.length === 0) return ok(sentence("health.missing_fields"))
    const lines = missing.map(({ name, setting, count }) =>
      sentence("health.counted", { name: setting ?? name, times: times(count) })
    )
    return warning(sentence("health.missing_fields.some", { lines }))
  },

  statuses: ({ unknownWords: words }: Of<"unknownWords">) => {
    if (words.length === 0) return ok(sentence("health.statuses"))
    // The table has the rest.
    const named = words.slice(0, 10)
    const more = words.length - named.length
    const lines = [...new Set(named.map(({ setting }) => setting))].map((setting) => {
      const own = named.filter((word) => word.setting === setting)
      const list = own.map(({ subject, word, count }) =>
        sentence("health.counted", { name: `${subject} "${word}"`, times: times(count) })
      )
      const lists = own[0]?.lists ?? []
      const code = lists.length === 0 ? "health.statuses.add" : "health.statuses.add_to"
      return sentence(code, { list, setting, lists })
    })
    return warning(
      sentence("health.statuses.unknown"),
      ...lines,
      more > 0 ? sentence("health.statuses.more", { count: more }) : null,
      sentence("health.statuses.until_then")
    )
  },

  /** What depends on each incomplete list, and the setting that helps. */
  lists: ({ lists, nowMs }: Of<"lists" | "nowMs">) =>
    lists.map(({ listName, endpoint, rowsRead, gap, since }) => ({
      ...warning(
        sentence("health.list", {
          ...{
            listName,
            rowsRead,
            age: duration(nowMs - since.getTime()),
            gap: sentence(`health.gap.${gap}`),
          },
        }),
        consequenceOfList(endpoint),
        sentence(`health.list.${gap}`)
      ),
      id: `list_${listName.replaceAll(/\W+/g, "_")}`,
    })),

  kept_orders: ({ keptOrders: { count, oldestAt, names }, nowMs }: Of<"keptOrders" | "nowMs">) => {
    if (count === 0) return null
    return warning(
      sentence("health.kept_orders", {
        count: atMost(count),
        named: namedOf(names, count),
        age: duration(ageOf(oldestAt, nowMs)),
      })
    )
  },

  notifications: ({ notifications }: Of<"notifications">) => {
    const { channel, hasProvider, hasFeed, missingOperators, stuck } = notifications
    const { retried, failed, lastError } = stuck
    const withoutProvider = (channel: string, option: string) =>
      sentence("health.messages.without_provider", { channel, option })
    const hasProblem = channel !== null && (!hasProvider || retried + failed > 0)
    const shoppers = () => {
      if (channel === null) return sentence("health.messages.off")
      if (!hasProvider)
        return sentence("health.messages.none", { why: withoutProvider(channel, "notifications.channel") })
      if (!hasProblem) return sentence("health.messages", { channel })
      return sentence("health.messages.failed", { retried, failed, lastError: lastError ?? "unknown" })
    }
    return (hasProblem || missingOperators ? warning : ok)(
      shoppers(),
      hasFeed ? null : sentence("health.messages.no_feed"),
      missingOperators
        ? sentence("health.messages.operators", {
            why: withoutProvider(missingOperators, "notifications.operators.channel"),
          })
        : null
    )
  },

  processes: ({ otherProcesses, ownMemory }: Of<"otherProcesses" | "ownMemory">) =>
    describeProcesses(otherProcesses, ownMemory),
} satisfies Record<string, (facts: Facts) => Finding | readonly Finding[] | null>

const ageOf = (at: Date | null, nowMs: number) => (at ? nowMs - at.getTime() : 0)

type Waiting = Of<"open" | "nowMs">

/** What waits for a person, by the words of the bell. Daily work is a finding once it waits for long. */
function describeWaiting(
  { open, nowMs }: Waiting,
  kinds: readonly AttentionKind[],
  screens?: readonly AttentionScreen[]
): Finding {
  const all = kinds.map((kind) => {
    const { count, oldestAt } = open([kind], screens)
    const ageMs = ageOf(oldestAt, nowMs)
    const since = sentence(count > 1 ? "health.since.oldest" : "health.since", { age: duration(ageMs) })
    const said = sentence("health.waiting", {
      title: titleSentence(kind, count),
      since: oldestAt && since,
      todo: count > 0 ? todoSentence(kind) : null,
    })
    return { status: healthOf(kind, count, ageMs), count, said }
  })
  const present = all.filter(({ count }) => count > 0)
  const status = STATUSES.find((one) => all.some((of) => of.status === one)) ?? "ok"
  return found(status)(...(present.length > 0 ? present : all.slice(0, 1)).map(({ said }) => said))
}

/** The most severe first. */
const STATUSES = ["error", "warning"] as const

const NOBODY_APPROVES = sentence("health.users.nobody_approves")

const namedOf = (names: readonly string[], count: number) =>
  names.length === 0
    ? null
    : sentence(count > names.length ? "health.named.others" : "health.named", { names })

/** The settings page lists the rest. */
const NAMED_USERS = 10

function namesOf(users: readonly OnchainPayoutUser[]) {
  const names = users.map(({ is_email_unusual, ...user }) =>
    sentence(is_email_unusual ? "health.user.unusual" : "health.user", user)
  )
  return some(names, NAMED_USERS)
}
