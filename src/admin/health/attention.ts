import type {
  OnchainAttention,
  OnchainAttentionItem,
  OnchainAttentionKind,
  OnchainAttentionResponse,
  OnchainAttentionSeverity,
} from "../../types/http"
import { apiPath, SLOW_REFRESH_MS, useRead } from "../ui/api"
import { PAGES, pathTo } from "../ui/paths"
import type { Texts } from "../ui/texts"

/** One request for tabs and the line above the orders, whatever reads it. */
export const useAttention = () =>
  useRead<OnchainAttentionResponse>(apiPath("attention"), { refreshMs: SLOW_REFRESH_MS })

/** The list that shows everything of a kind; its tab carries the count. Words: `attention.kind` and `attention.count`. */
const LISTS = {
  contradicted: PAGES.payments,
  withdrawal_unknown: PAGES.withdrawals,
  withdrawal_failed: PAGES.withdrawals,
  dead_webhook: PAGES.webhooks,
  gas_blocked: PAGES.withdrawals,
  leg_blocked: PAGES.splits,
  leg_failed: PAGES.splits,
  recovery: PAGES.balances,
  deposit: PAGES.deposits,
  unmatched: PAGES.unmatched,
  part_paid: PAGES.unmatched,
  application_approval: PAGES.unmatched,
  transaction: PAGES.reviewTransactions,
  refund_due: PAGES.refunds,
  refund_address: PAGES.refunds,
  approval: PAGES.withdrawals,
  destination_approval: PAGES.addresses,
} as const satisfies Record<OnchainAttentionKind, string>

/** The most severe first. */
export const KINDS = Object.keys(LISTS).filter((name): name is OnchainAttentionKind => name in LISTS)

/** The list of a kind, where it has filters that show only these. */
export function listOf(kind: OnchainAttentionKind): string {
  if (kind === "approval") return `${PAGES.withdrawals}?state=awaiting_approval`
  if (kind === "withdrawal_unknown") return `${PAGES.withdrawals}?state=unknown`
  return kind === "destination_approval" ? `${PAGES.addresses}?state=pending` : LISTS[kind]
}

const OPENERS = {
  deposit: pathTo.deposit,
  unmatched: pathTo.unmatched,
  transaction: pathTo.transaction,
  payment: pathTo.payment,
  refund: pathTo.refund,
  withdrawal: pathTo.withdrawal,
  payout_leg: pathTo.split,
  destination: pathTo.address,
  delivery: pathTo.delivery,
  balances: () => PAGES.balances,
} as const satisfies Record<OnchainAttentionItem["screen"], (id: string) => string>

/** Where one click on an item leads. */
export const pathOfItem = ({ screen, subject_id: id }: Pick<OnchainAttentionItem, "screen" | "subject_id">) =>
  OPENERS[screen](id)

type Counts = OnchainAttention["counts"]

/** How many items wait on the page of a tab. */
export const countOfPage = (counts: Counts, page: string) =>
  KINDS.reduce((sum, kind) => (LISTS[kind] === page ? sum + counts[kind] : sum), 0)

/** The kinds that have items, the most severe first. */
export const kindsOf = (counts: Counts) => KINDS.filter((kind) => counts[kind] > 0)

const SEVERITIES: readonly OnchainAttentionSeverity[] = ["error", "warning", "info"]

/** The most severe first; those without items are left out. */
export const bySeverity = <Item extends Pick<OnchainAttentionItem, "severity">>(items: readonly Item[]) =>
  SEVERITIES.map(
    (severity) => [severity, items.filter((item) => item.severity === severity)] as const
  ).filter(([, some]) => some.length > 0)

/** A count as far as it is known. */
export const shownCount = (count: number, isExact: boolean, { locale }: Texts) =>
  `${new Intl.NumberFormat(locale).format(count)}${isExact || count < 1_000 ? "" : "+"}`
