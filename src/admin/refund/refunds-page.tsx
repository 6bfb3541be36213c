import { ArrowUturnLeft } from "@medusajs/icons"
import type { OnchainListedRefund, OnchainRefundListResponse, OnchainRefundState } from "../../types/http"
import { Worth } from "../finance/worth"
import { PayoutsNotice } from "../payout/payouts-notice"
import { apiPath } from "../ui/api"
import { formatTokens } from "../ui/format"
import { ListPage } from "../ui/list/list-page"
import { one, several } from "../ui/list/list-state"
import { customerColumn, networkColumn, orderColumn, type ListSpec } from "../ui/list/list-table"
import { StateBadge } from "../ui/state-badge"
import { refundAmount } from "./payout"
import { RefundDetail } from "./refund-detail"

const OPEN: OnchainRefundState[] = ["due", "quoted", "confirmed"]

const REFUNDS: ListSpec<OnchainListedRefund, OnchainRefundListResponse> = {
  name: "refunds",
  icon: ArrowUturnLeft,
  guide: "refunds",
  path: apiPath("refunds"),
  rows: ({ refunds }) => refunds,
  initial: { name: "state", value: OPEN },
  order: "-created_at",
  filters: [
    several("state", "field.status", "refundState.*.name"),
    one("kind", "field.kind", "refundKind.*"),
  ],
  columns: (texts) => [
    {
      id: "amount",
      label: "field.amount",
      isAmount: true,
      opens: (row) => refundAmount(row, texts),
      minSize: 110,
      maxSize: 150,
    },
    {
      id: "value",
      label: "field.value",
      isAmount: true,
      show: (row) => <Value refund={row} locale={texts.locale} />,
      maxSize: 130,
    },
    {
      id: "state",
      label: "field.status",
      show: ({ state, is_address_proposed: isProposed }) =>
        state === "due" && isProposed ? (
          <StateBadge of="refundAddressState" state="proposed" />
        ) : (
          <StateBadge of="refundState" state={state} />
        ),
    },
    { id: "kind", label: "field.kind", show: ({ kind }) => texts.t(`refundKind.${kind}`), maxSize: 160 },
    orderColumn(texts, texts.t("refunds.noOrder"), 120),
    customerColumn(texts, 160),
    networkColumn(120),
    { id: "created_at", label: "refunds.since", at: (row) => row.created_at },
  ],
}

/** The other side of the amount: its tokens once they are known, or what owed tokens are worth. */
function Value({ refund, locale }: { refund: OnchainListedRefund; locale: string }) {
  const { fiat_amount: fiat, token_amount: tokens, token } = refund
  if (fiat === null) return <Worth amount={tokens} asset={refund} />
  return tokens === null ? null : (
    <span className="text-ui-fg-subtle tabular-nums">{formatTokens(tokens, token, locale)}</span>
  )
}

export const RefundsPage = () => (
  <ListPage
    section="payouts"
    param="refund_id"
    notice={<PayoutsNotice />}
    spec={REFUNDS}
    detail={(id) => <RefundDetail id={id} />}
  />
)
