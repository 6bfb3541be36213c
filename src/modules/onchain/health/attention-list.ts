import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  ATTENTION_KINDS,
  type AttentionKind,
  type AttentionScreen,
  type AttentionSeverity,
  severityOf,
} from "../../../domain/health/attention"
import type { Approval, ApprovalRule } from "../../../domain/payout/payout-gate"
import { IS_IN_REVIEW } from "../deposit/deposit-store"
import { IS_DEAD } from "../inbox/delivery-list"
import { IS_LEG_FAILED, IS_LEG_GAS_BLOCKED } from "../models/payout-leg"
import { IS_WAITING } from "../models/transaction"
import {
  HAS_FAILED,
  HAS_OPEN_MISMATCH,
  IS_AWAITING_APPROVAL,
  IS_GAS_BLOCKED,
  IS_UNKNOWN,
} from "../models/withdrawal"
import { IS_CONTRADICTED, IS_HELD_PART, IS_UNDECIDED } from "../payment/payment-list"
import { PAYMENTS } from "../payment/payment-row"
import { pendingUnder } from "../payout/destinations"
import { IS_PROPOSED } from "../refund/refund-addresses"
import { IS_DUE } from "../refund/refund-ledger"
import { inScope, type Scope } from "../work/claim"
import { COUNT_LIMIT } from "../work/listed-rows"
import { RECOVERY } from "../work/shared-status"

/** Rows that need attention for one reason, from an index in the order of `since`. SQL is written here and never comes from a request. */
type AttentionQueue = {
  kind: AttentionKind
  screen: AttentionScreen
  /** For a FROM clause. */
  from: string
  where: string
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

const ofAttempt = (column: string) => `(SELECT a.${column} FROM onchain_attempt AS a WHERE a.id = attempt_id)`

const PAYOUT_LEG = {
  screen: "payout_leg",
  from: "onchain_payout_leg",
  since: "status_at",
  columns: {
    ...{ token: ofAttempt("token"), chain: ofAttempt("chain"), network_id: ofAttempt("network_id") },
    ...{ amount: "amount", payment_id: ofAttempt("payment_id"), reason: "gateway_status" },
  },
} as const satisfies Partial<AttentionQueue>
/** Another payout of its refund is on its way or done. */
const IS_REPLACED = `EXISTS (SELECT 1 FROM onchain_withdrawal AS newer WHERE newer.refund_id = onchain_withdrawal.refund_id
  AND newer.created_at > onchain_withdrawal.created_at AND newer.state NOT IN ('failed', 'refused', 'cancelled')
  AND newer.deleted_at IS NULL)`

const ofBalance = (alias: string) =>
  [
    ...["environment", "business_id"].map((name) => `${alias}.${name} = onchain_status.${name}`),
    ...["chain", "network_id", "token"].map(
      (name) => `${alias}.${name} = onchain_status.detail::jsonb->>'${name}'`
    ),
  ].join(" AND ")

/** What a balance has to recover beyond the transactions in review and the parts of expired payments, which are items of their own. */
const TO_RECOVER = `((onchain_status.detail::jsonb->>'amount')::numeric
  - coalesce((SELECT sum(t.amount::numeric) FROM onchain_transaction AS t WHERE t.deleted_at IS NULL AND ${ofBalance("t")}
      AND t.direction IS DISTINCT FROM 'out' AND t.status = 'review_required' AND ${IS_WAITING}), 0)
  - coalesce((SELECT sum(part.received_amount::numeric) FROM ${PAYMENTS} AS part WHERE ${ofBalance("part")}
      AND ${IS_UNDECIDED} AND ${IS_HELD_PART} AND part.attempt_state IN ('expired', 'failed', 'cancelled')), 0))`

/** Every queue. @param approval the rule for payouts, which decides what an address waits for */
function attentionQueues(approval: Approval): AttentionQueue[] {
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
      ...{ kind: "recovery", screen: "balances", from: "onchain_status", since: "started_at" },
      // The other checks come first: a row of another kind has no amount.
      where: `${OWN} AND CASE WHEN starts_with(id, '${RECOVERY}') THEN ${TO_RECOVER} > 0 ELSE false END`,
      columns: {
        ...Object.fromEntries(
          (["chain", "network_id", "token"] as const).map((name) => [name, `detail::jsonb->>'${name}'`])
        ),
        amount: TO_RECOVER,
      },
    },
    { ...WITHDRAWAL, kind: "approval", where: `${OWN} AND ${IS_AWAITING_APPROVAL}` },
    { ...WITHDRAWAL, kind: "withdrawal_unknown", where: `${OWN} AND ${IS_UNKNOWN}` },
    { ...WITHDRAWAL, kind: "withdrawal_failed", where: `${OWN} AND ${HAS_FAILED} AND NOT ${IS_REPLACED}` },
    { ...WITHDRAWAL, kind: "gas_blocked", where: `${OWN} AND ${IS_GAS_BLOCKED}` },
    { ...PAYOUT_LEG, kind: "leg_blocked", where: `${OWN} AND ${IS_LEG_GAS_BLOCKED}` },
    { ...PAYOUT_LEG, kind: "leg_failed", where: `${OWN} AND ${IS_LEG_FAILED}` },
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
      ...{ kind: "refund_address", screen: "refund", from: "onchain_refund", since: "proposed_at" },
      where: `${OWN} AND ${IS_PROPOSED}`,
      columns: { network_id: "network_id", payment_id: "payment_id" },
    },
    {
      ...{ kind: "refund_due", screen: "refund", from: "onchain_refund", since: "created_at" },
      // A proposed address needs attention in place of its refund.
      where: `${OWN} AND ${IS_DUE} AND address_state IS DISTINCT FROM 'proposed'`,
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

const kindsOf = (severity: AttentionSeverity) =>
  ATTENTION_KINDS.filter((kind) => severityOf(kind) === severity)
    .map((kind) => `'${kind}'`)
    .join(", ")

/** The most severe first. */
const RANK = `CASE WHEN kind IN (${kindsOf("error")}) THEN 0 WHEN kind IN (${kindsOf("warning")}) THEN 1 ELSE 2 END`

/** Amounts are decimal text: `amount` in token units, `fiat_amount` in major units. */
export type AttentionRow = Record<ItemColumn, string | null> & {
  kind: AttentionKind
  screen: AttentionScreen
  subject_id: string
  since: Date
}

/** Of a queue that is not empty. Up to `COUNT_LIMIT`, and one more when there are more. */
export type AttentionCount = Pick<AttentionRow, "kind" | "screen"> & { count: number; oldestAt: Date | null }

/** Which queues are read. */
export type AttentionFilter = (queue: Pick<AttentionQueue, "kind" | "screen">) => boolean

const EVERY: AttentionFilter = () => true

/** What needs attention, over all queues. Each is read from an index in order, so its length does not matter. */
export class AttentionList {
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope & ApprovalRule
  ) {}

  /** The most severe items, the oldest of them first. @param ids only these subjects */
  async items(
    limit: number,
    filter: AttentionFilter = EVERY,
    ids?: readonly string[]
  ): Promise<AttentionRow[]> {
    const { sql, bindings } = this.union(limit, filter, ids)
    if (sql === "") return []
    const { rows } = await this.knex.raw(
      `SELECT * FROM (${sql}) AS items ORDER BY ${RANK}, since, kind, subject_id LIMIT ?`,
      [...bindings, limit]
    )
    return rows
  }

  async counts(filter: AttentionFilter = EVERY): Promise<AttentionCount[]> {
    const { sql, bindings } = this.union(COUNT_LIMIT + 1, filter)
    if (sql === "") return []
    const { rows } = await this.knex.raw(
      `SELECT kind, screen, count(*)::int AS count, min(since) AS "oldestAt" FROM (${sql}) AS items GROUP BY kind, screen`,
      bindings
    )
    return rows
  }

  /** How many items of these kinds there are, up to `COUNT_LIMIT`. */
  async count(...kinds: readonly AttentionKind[]): Promise<number> {
    const counts = await this.counts(({ kind }) => kinds.includes(kind))
    return Math.min(sumOf(counts), COUNT_LIMIT)
  }

  /** The first rows of each queue as items, in one statement; empty without a queue. */
  union(
    limit: number,
    filter: AttentionFilter = EVERY,
    ids?: readonly string[]
  ): { sql: string; bindings: Knex.RawBinding[] } {
    const own = inScope(this.scope)
    const queues = attentionQueues(this.scope.payouts.approval).filter(filter)
    const statements = queues.map(({ kind, screen, from, where, since, columns }) => {
      const named = ITEM_COLUMNS.map((name) => `(${columns?.[name] ?? "NULL"})::text AS ${name}`)
      return `(SELECT '${kind}' AS kind, '${screen}' AS screen, id AS subject_id,
          coalesce(${since}, updated_at) AS since, ${named.join(", ")}
        FROM ${from} WHERE ${where} AND ${own.sql} ${ids ? `AND id = ANY(?::text[])` : ""}
        ORDER BY ${since} LIMIT ${limit})`
    })
    return {
      sql: statements.join(" UNION ALL "),
      bindings: queues.flatMap(() => [...own.bindings, ...(ids ? [[...ids]] : [])]),
    }
  }
}

/** Open items of some kinds, and when the oldest began. */
export type OpenWork = (
  kinds: readonly AttentionKind[],
  screens?: readonly AttentionScreen[]
) => { count: number; oldestAt: Date | null }

export function openWork(counts: readonly AttentionCount[]): OpenWork {
  return (kinds, screens) => {
    const found = counts.filter(
      ({ kind, screen }) => kinds.includes(kind) && (screens === undefined || screens.includes(screen))
    )
    const times = found.flatMap(({ oldestAt }) => (oldestAt === null ? [] : [oldestAt.getTime()]))
    return { count: sumOf(found), oldestAt: times.length === 0 ? null : new Date(Math.min(...times)) }
  }
}

function sumOf(counts: readonly { count: number }[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0)
}
