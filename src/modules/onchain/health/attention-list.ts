import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ATTENTION_KINDS, type AttentionKind, type AttentionScreen } from "../../../domain/health/attention"
import type { Approval, ApprovalRule } from "../../../domain/payout/payout-gate"
import { IS_IN_REVIEW } from "../deposit/deposit-list"
import { IS_DEAD } from "../inbox/delivery-list"
import { IS_WAITING } from "../models/transaction"
import { HAS_OPEN_MISMATCH, IS_GAS_BLOCKED } from "../models/withdrawal"
import { IS_CONTRADICTED, IS_HELD_PART, IS_UNDECIDED } from "../payment/payment-list"
import { PAYMENTS } from "../payment/payment-row"
import { pendingUnder } from "../payout/destination-list"
import { IS_AWAITING_APPROVAL, IS_UNKNOWN } from "../payout/withdrawal-store"
import { IS_PROPOSED, WITHOUT_PROPOSAL } from "../refund/refund-addresses"
import { IS_DUE } from "../refund/refund-ledger"
import { COUNT_LIMIT } from "../work/listed-rows"
import { inScope, type Scope } from "../work/claim"

/** Rows that need attention for one reason, from an index in the order of `since`. SQL is written here and never comes from a request. */
type AttentionQueue = {
  kind: AttentionKind
  screen: AttentionScreen
  /** For a FROM clause. */
  from: string
  where: string
  /** The column that names the item. Default: `id`. */
  subject?: string
  /** The column that an index sorts by. */
  since: string
  /** SQL of each column of an item; NULL where it is not named. */
  columns?: Partial<Record<ItemColumn, string>>
}

const ITEM_COLUMNS = [
  ...(["amount", "token", "chain", "network_id", "fiat_amount", "currency_code"] as const),
  ...(["payment_id", "customer_id", "order_id", "reason"] as const),
] as const
type ItemColumn = (typeof ITEM_COLUMNS)[number]

const RAIL = { token: "token", chain: "chain", network_id: "network_id" } as const
const OWN = "deleted_at IS NULL"

const PAYMENT = {
  from: `${PAYMENTS} AS payment`,
  columns: {
    ...RAIL,
    ...{ amount: "received_amount", fiat_amount: "fiat_amount", currency_code: "currency_code" },
    ...{ payment_id: "id", customer_id: "customer_id" },
  },
} as const

const WITHDRAWAL = {
  screen: "withdrawal",
  from: "onchain_withdrawal",
  since: "state_at",
  columns: { ...RAIL, amount: "amount", payment_id: "payment_id" },
} as const satisfies Partial<AttentionQueue>

/** Every queue. @param approval the rule for payouts, which decides what an address waits for */
export function attentionQueues(approval: Approval): AttentionQueue[] {
  return [
    {
      ...{ kind: "deposit", screen: "deposit", from: "onchain_deposit", since: "observed_at" },
      where: `${OWN} AND ${IS_IN_REVIEW}`,
      columns: {
        ...RAIL,
        ...{ amount: "amount", payment_id: "payment_id", customer_id: "customer_id" },
        reason: "assignment_status",
      },
    },
    {
      ...{ kind: "unmatched", screen: "unmatched", ...PAYMENT, since: "settled_at" },
      where: `${IS_UNDECIDED} AND proposed_order_id IS NULL AND (${IS_HELD_PART}) IS NOT TRUE`,
      columns: { ...PAYMENT.columns, reason: "unallocated_reason" },
    },
    {
      ...{ kind: "part_paid", screen: "unmatched", ...PAYMENT, since: "settled_at" },
      where: `${IS_UNDECIDED} AND proposed_order_id IS NULL AND ${IS_HELD_PART}`,
      columns: { ...PAYMENT.columns, reason: "unallocated_reason" },
    },
    {
      ...{ kind: "application_approval", screen: "unmatched", ...PAYMENT, since: "settled_at" },
      where: `${IS_UNDECIDED} AND proposed_order_id IS NOT NULL`,
      columns: { ...PAYMENT.columns, order_id: "proposed_order_id", reason: "unallocated_reason" },
    },
    {
      ...{ kind: "transaction", screen: "transaction", from: "onchain_transaction", since: "sort_at" },
      where: `${OWN} AND ${IS_WAITING}`,
      columns: {
        ...RAIL,
        amount: "amount",
        reason: "CASE WHEN unread IS NULL THEN 'review_required' ELSE 'unread' END",
      },
    },
    {
      ...{ kind: "recovery", screen: "balances", from: "onchain_recovery", since: "seen_at" },
      where: OWN,
      columns: { ...RAIL, amount: "amount" },
    },
    { ...WITHDRAWAL, kind: "approval", where: `${OWN} AND ${IS_AWAITING_APPROVAL}` },
    { ...WITHDRAWAL, kind: "withdrawal_unknown", where: `${OWN} AND ${IS_UNKNOWN}` },
    { ...WITHDRAWAL, kind: "gas_blocked", where: `${OWN} AND ${IS_GAS_BLOCKED}` },
    { ...WITHDRAWAL, kind: "contradicted", where: `${OWN} AND ${HAS_OPEN_MISMATCH}` },
    {
      ...{ kind: "contradicted", screen: "payment", ...PAYMENT, since: "contradicted_at" },
      where: IS_CONTRADICTED,
      columns: { ...PAYMENT.columns, reason: "contradiction" },
    },
    {
      ...{ kind: "destination_approval", screen: "destination", since: "created_at" },
      from: "onchain_payout_destination",
      where: `${OWN} AND ${pendingUnder(approval)}`,
      columns: {
        ...{ chain: "chain", network_id: "network_id", payment_id: "payment_id" },
        ...{ customer_id: "customer_id", order_id: "order_id", reason: "purpose" },
      },
    },
    {
      ...{ kind: "refund_address", screen: "refund", from: "onchain_refund_address", since: "proposed_at" },
      // It opens its refund, which has at most one live link.
      subject: "refund_id",
      where: `${OWN} AND ${IS_PROPOSED}`,
      columns: { network_id: "network_id", payment_id: "payment_id" },
    },
    {
      ...{ kind: "refund_due", screen: "refund", from: "onchain_refund", since: "created_at" },
      where: `${OWN} AND ${IS_DUE} AND ${WITHOUT_PROPOSAL}`,
      columns: {
        ...RAIL,
        ...{ amount: "token_amount", fiat_amount: "fiat_amount", currency_code: "currency_code" },
        ...{ payment_id: "payment_id", reason: "kind" },
      },
    },
    {
      ...{ kind: "dead_webhook", screen: "delivery", since: "received_at" },
      from: "onchain_webhook_delivery",
      where: `${OWN} AND ${IS_DEAD}`,
      columns: { reason: "event" },
    },
  ]
}

/** The column of a queue that names its item. */
function subjectOf({ subject = "id" }: AttentionQueue): string {
  return subject
}

/** Rows of a queue, oldest first. */
function queueRows(
  { from, where, since }: AttentionQueue,
  columns: string,
  own: { sql: string; bindings: Knex.RawBinding[] },
  limit: number
): { sql: string; bindings: Knex.RawBinding[] } {
  return {
    sql: `SELECT ${columns} FROM ${from} WHERE ${where} AND ${own.sql} ORDER BY ${since} LIMIT ?`,
    bindings: [...own.bindings, limit],
  }
}

/** Amounts are decimal text: `amount` in token units, `fiat_amount` in major units. */
export type AttentionRow = Record<(typeof ITEM_COLUMNS)[number], string | null> & {
  kind: AttentionKind
  screen: AttentionScreen
  subject_id: string
  since: Date
}

/** One per queue. Up to `COUNT_LIMIT`, and one more when there are more. */
export type AttentionCount = {
  kind: AttentionKind
  screen: AttentionScreen
  count: number
  oldestAt: Date | null
}

/** Which queues are read. */
export type AttentionFilter = (queue: Pick<AttentionQueue, "kind" | "screen">) => boolean

const EVERY: AttentionFilter = () => true

/** What needs attention, over all queues. Each is read from an index in order, so its length does not matter. */
export class AttentionList {
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope & ApprovalRule
  ) {}

  private get queues(): AttentionQueue[] {
    return attentionQueues(this.scope.payouts.approval)
  }

  /** The oldest items. One statement. */
  async items(limit: number, filter: AttentionFilter = EVERY): Promise<AttentionRow[]> {
    const parts = this.parts(filter, (queue) => this.itemsOf(queue, limit))
    if (parts.sql === "") return []
    const { rows } = await this.knex.raw(
      `SELECT * FROM (${parts.sql}) AS items ORDER BY since, kind, subject_id LIMIT ?`,
      [...parts.bindings, limit]
    )
    return rows
  }

  /** Those of the named subjects that still need attention. One statement. */
  async find(subjects: readonly { kind: AttentionKind; subjectId: string }[]): Promise<AttentionRow[]> {
    const idsOf = (kind: AttentionKind) =>
      subjects.flatMap((subject) => (subject.kind === kind ? [subject.subjectId] : []))
    const parts = this.parts(
      ({ kind }) => idsOf(kind).length > 0,
      (queue) => {
        const named = { ...queue, where: `${queue.where} AND ${subjectOf(queue)} = ANY(?::text[])` }
        const { sql, bindings } = this.itemsOf(named, subjects.length)
        return { sql, bindings: [idsOf(queue.kind), ...bindings] }
      }
    )
    if (parts.sql === "") return []
    const { rows } = await this.knex.raw(
      `SELECT * FROM (${parts.sql}) AS items ORDER BY since, kind, subject_id`,
      parts.bindings
    )
    return rows
  }

  /** One statement. */
  async counts(filter: AttentionFilter = EVERY): Promise<AttentionCount[]> {
    const parts = this.parts(filter, (queue) => {
      const found = queueRows(queue, `${queue.since} AS at`, inScope(this.scope), COUNT_LIMIT + 1)
      return {
        sql: `SELECT '${queue.kind}' AS kind, '${queue.screen}' AS screen, count(*)::int AS count, min(at) AS "oldestAt"
              FROM (${found.sql}) AS found`,
        bindings: found.bindings,
      }
    })
    if (parts.sql === "") return []
    const { rows } = await this.knex.raw(parts.sql, parts.bindings)
    return rows
  }

  /** How many items of these kinds there are, up to `COUNT_LIMIT`. */
  async count(...kinds: readonly AttentionKind[]): Promise<number> {
    const counts = await this.counts(({ kind }) => kinds.includes(kind))
    return Math.min(sumOf(counts), COUNT_LIMIT)
  }

  /** The rows of a queue as items, oldest first. */
  itemsOf(queue: AttentionQueue, limit: number): { sql: string; bindings: Knex.RawBinding[] } {
    const columns = ITEM_COLUMNS.map((name) => `(${queue.columns?.[name] ?? "NULL"})::text AS ${name}`)
    const named = [
      `'${queue.kind}' AS kind, '${queue.screen}' AS screen, ${subjectOf(queue)} AS subject_id`,
      `coalesce(${queue.since}, updated_at) AS since`,
      ...columns,
    ]
    return queueRows(queue, named.join(", "), inScope(this.scope), limit)
  }

  /**
   * A condition for rows of a table with `kind` and `subject_id`, in `alias`, whose subject needs no attention any more.
   * `OFFSET 0` keeps each question about one subject: the planner must not join the queues as a whole.
   */
  isOver(alias: string): { sql: string; bindings: Knex.RawBinding[] } {
    const own = inScope(this.scope)
    const open = (queue: AttentionQueue) =>
      `EXISTS (SELECT 1 FROM ${queue.from} WHERE ${subjectOf(queue)} = ${alias}.subject_id AND ${queue.where} AND ${own.sql} OFFSET 0)`
    const cases = ATTENTION_KINDS.map((kind) => {
      const queues = this.queues.filter((queue) => queue.kind === kind)
      return `WHEN '${kind}' THEN ${queues.length === 0 ? "true" : `NOT (${queues.map(open).join(" OR ")})`}`
    })
    return {
      sql: `CASE ${alias}.kind ${cases.join(" ")} ELSE true END`,
      bindings: this.queues.flatMap(() => own.bindings),
    }
  }

  /** The statements of the queues as one. */
  parts(
    filter: AttentionFilter,
    toPart: (queue: AttentionQueue) => { sql: string; bindings: Knex.RawBinding[] }
  ): { sql: string; bindings: Knex.RawBinding[] } {
    const parts = this.queues.filter(filter).map(toPart)
    return {
      sql: parts.map(({ sql }) => `(${sql})`).join(" UNION ALL "),
      bindings: parts.flatMap(({ bindings }) => bindings),
    }
  }
}

/** Open items of some kinds, and when the oldest began. */
export type OpenWork = (
  kinds: readonly AttentionKind[],
  screen?: AttentionScreen
) => { count: number; oldestAt: Date | null }

export function openWork(counts: readonly AttentionCount[]): OpenWork {
  return (kinds, screen) => {
    const found = counts.filter((one) => kinds.includes(one.kind) && (screen ?? one.screen) === one.screen)
    const times = found.flatMap(({ oldestAt }) => (oldestAt === null ? [] : [oldestAt.getTime()]))
    return { count: sumOf(found), oldestAt: times.length === 0 ? null : new Date(Math.min(...times)) }
  }
}

function sumOf(counts: readonly { count: number }[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0)
}
