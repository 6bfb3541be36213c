import type { OnchainDeposit, OnchainDepositListResponse, OnchainDepositState } from "../../types/http"
import { apiPath, AREAS } from "../ui/api"
import { ListPage } from "../ui/list-page"
import { NETWORK, several, text, TOKEN } from "../ui/list-state"
import type { ListSpec } from "../ui/list-table"
import { customerName } from "../ui/names"
import { StateBadge } from "../ui/state-badge"
import { depositAmount } from "./amount"
import { useDepositSync } from "./api"
import { DepositDetail } from "./deposit-detail"
import { ASSIGNMENT_WORDING, DEPOSIT_STATE_WORDING, describeAssignment } from "./words"

export const WAITING: OnchainDepositState[] = ["in_review", "processing"]

export const DEPOSITS: ListSpec<OnchainDeposit, OnchainDepositListResponse> = {
  name: "deposits",
  path: apiPath("deposits"),
  area: AREAS.deposits,
  rows: ({ deposits }) => deposits,
  initial: { name: "state", value: WAITING },
  order: "-observed_at",
  filters: [
    several("state", "field.status", Object.keys(DEPOSIT_STATE_WORDING), "state.*"),
    several("assignment_status", "field.reason", Object.keys(ASSIGNMENT_WORDING), "assignment.*.title"),
    TOKEN,
    NETWORK,
    text("customer_id", "field.customer", "cus_…"),
  ],
  columns: (texts) => [
    { id: "amount", label: "field.amount", opens: (row) => depositAmount(row, texts) },
    {
      id: "assignment_status",
      label: "field.reason",
      show: (row) => describeAssignment(row.assignment_status, texts.t).title,
      maxSize: 240,
    },
    { id: "state", label: "field.status", show: (row) => <StateBadge of="state" state={row.state} /> },
    { id: "network_name", label: "field.network", show: (row) => row.network_name, maxSize: 180 },
    {
      id: "customer",
      label: "field.customer",
      show: (row) => customerName(row.customer, texts.t),
      maxSize: 220,
    },
    { id: "observed_at", label: "field.received", at: (row) => row.observed_at },
  ],
}

export const DepositsPage = () => (
  <ListPage
    section="review"
    param="deposit_id"
    spec={DEPOSITS}
    refresh={useDepositSync()}
    detail={(id) => <DepositDetail id={id} />}
  />
)
