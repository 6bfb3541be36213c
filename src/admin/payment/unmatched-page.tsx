import { CreditCard } from "@medusajs/icons"
import type { OnchainUnallocatedPayment, OnchainUnallocatedPaymentListResponse } from "../../types/http"
import { apiPath, AREAS } from "../ui/api"
import { ListPage } from "../ui/list/list-page"
import { one, several } from "../ui/list/list-state"
import type { ListSpec } from "../ui/list/list-table"
import { customerName, orderName } from "../ui/names"
import { StateBadge } from "../ui/state-badge"
import { paymentAmount, standingOf } from "./amount"
import { UnmatchedDetail } from "./unmatched-detail"
import { describeUnallocated, UNALLOCATED_WORDING } from "./words"

const UNMATCHED: ListSpec<OnchainUnallocatedPayment, OnchainUnallocatedPaymentListResponse> = {
  name: "unmatched",
  icon: CreditCard,
  guide: "review",
  path: apiPath("unallocated-payments"),
  area: [...AREAS.payments, "unmatched"],
  rows: ({ payments }) => payments,
  initial: { name: "resolution", value: "waiting" },
  order: "-settled_at",
  filters: [
    one("resolution", "detail.decision", ["waiting", "done"], "unmatched.resolution.*"),
    several("reason", "field.reason", Object.keys(UNALLOCATED_WORDING), "unallocated.*.title"),
  ],
  columns: (texts) => [
    { id: "amount", label: "field.amount", isAmount: true, opens: (row) => paymentAmount(row, texts) },
    {
      id: "reason",
      label: "field.reason",
      show: (row) => describeUnallocated(row.reason, texts.t).title,
      maxSize: 200,
    },
    {
      id: "standing",
      label: "field.status",
      show: (row) => <StateBadge of="standing" state={standingOf(row)} />,
    },
    {
      id: "order",
      label: "unmatched.meantFor",
      show: ({ order }) => (order ? orderName(order, texts.t) : texts.t("unmatched.noOrder")),
      maxSize: 140,
    },
    { id: "network_name", label: "field.network", show: (row) => row.network_name, maxSize: 140 },
    {
      id: "customer",
      label: "field.customer",
      show: (row) => <bdi>{customerName(row.customer, texts.t)}</bdi>,
      maxSize: 220,
    },
    { id: "settled_at", label: "field.received", at: (row) => row.settled_at },
  ],
}

export const UnmatchedPage = () => (
  <ListPage
    section="review"
    param="payment_id"
    spec={UNMATCHED}
    detail={(id) => <UnmatchedDetail id={id} />}
  />
)
