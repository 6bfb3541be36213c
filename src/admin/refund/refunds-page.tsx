import type { OnchainRefund, OnchainRefundListResponse, OnchainRefundState } from "../../types/http"
import { PayoutsNotice } from "../payout/payouts-notice"
import { apiPath, AREAS } from "../ui/api"
import { ListPage } from "../ui/list-page"
import { one, several } from "../ui/list-state"
import type { ListSpec } from "../ui/list-table"
import { customerName, orderName } from "../ui/names"
import { StateBadge } from "../ui/state-badge"
import { refundAmount } from "./payout"
import { RefundDetail } from "./refund-detail"
import { REFUND_KIND_WORDING, REFUND_STATE_WORDING } from "./words"

const OPEN: OnchainRefundState[] = ["due", "quoted", "confirmed"]

const REFUNDS: ListSpec<OnchainRefund, OnchainRefundListResponse> = {
  name: "refunds",
  path: apiPath("refunds"),
  area: [...AREAS.out, "refunds"],
  rows: ({ refunds }) => refunds,
  initial: { name: "state", value: OPEN },
  order: "-created_at",
  filters: [
    several("state", "field.status", Object.keys(REFUND_STATE_WORDING), "refundState.*.name"),
    one("kind", "field.kind", Object.keys(REFUND_KIND_WORDING), "refundKind.*"),
  ],
  columns: (texts) => [
    { id: "amount", label: "refunds.owed", opens: (row) => refundAmount(row, texts) },
    { id: "state", label: "field.status", show: (row) => <StateBadge of="refundState" state={row.state} /> },
    { id: "kind", label: "field.kind", show: ({ kind }) => texts.t(`refundKind.${kind}`), maxSize: 200 },
    {
      id: "order",
      label: "field.order",
      show: ({ order }) => (order ? orderName(order, texts.t) : texts.t("refunds.noOrder")),
      maxSize: 140,
    },
    {
      id: "customer",
      label: "field.customer",
      show: (row) => customerName(row.customer, texts.t),
      maxSize: 220,
    },
    { id: "network_name", label: "field.network", show: (row) => row.network_name, maxSize: 140 },
    { id: "created_at", label: "refunds.since", at: (row) => row.created_at },
  ],
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
