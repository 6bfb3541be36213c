import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { AttentionKind, AttentionScreen } from "../../../domain/health/attention"
import type { Approval } from "../../../domain/payout/payout-gate"
import { IS_IN_REVIEW } from "../deposit/deposit-list"
import { IS_WAITING } from "../models/transaction"
import { HAS_OPEN_MISMATCH, IS_GAS_BLOCKED } from "../models/withdrawal"
import { IS_DEAD } from "../inbox/delivery-list"
import { PAYMENTS } from "../payment/payment-row"
import { IS_CONTRADICTED, IS_HELD_PART, IS_UNDECIDED } from "../payment/unallocated-list"
import { pendingUnder } from "../payout/destination-list"
import { IS_AWAITING_APPROVAL, IS_UNKNOWN } from "../payout/withdrawal-list"
import { IS_PROPOSED, WITHOUT_PROPOSAL } from "../refund/refund-address-row"
import { IS_DUE } from "../refund/refund-list"

/** Rows that need attention for one reason, from an index in the order of `since`. SQL is written here and never comes from a request. */
export type AttentionQueue = {
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

export const ITEM_COLUMNS = [
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
export function subjectOf({ subject = "id" }: AttentionQueue): string {
  return subject
}

/** Rows of a queue, oldest first. */
export function queueRows(
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
