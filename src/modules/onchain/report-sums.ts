import type { TransactionKind } from "../../domain/transaction-kind"

/** How many entries `e` of a group there are under a condition. */
export const countWhere = (condition: string) => `count(*) FILTER (WHERE ${condition})::int`

/** What the entries `e` of a group under a condition come to, in token units. */
export const sumWhere = (condition: string) =>
  `trim_scale(coalesce(sum(e.amount::numeric) FILTER (WHERE ${condition}), 0))::text`

const ofKind = (kind: TransactionKind) => `e.source = 'transaction' AND e.kind = '${kind}'`

/** Entries `e` of transactions that do one thing. */
export const OF_KIND = {
  receipt: ofKind("receipt"),
  fee: ofKind("fee"),
  payout: ofKind("payout"),
  refund: ofKind("refund"),
} as const satisfies Record<TransactionKind, string>
