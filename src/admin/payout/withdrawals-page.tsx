import { ArrowUpRightOnBox } from "@medusajs/icons"
import type { OnchainWithdrawal, OnchainWithdrawalListResponse } from "../../types/http"
import { Worth } from "../finance/worth"
import { apiPath, AREAS } from "../ui/api"
import { ListPage, NEW } from "../ui/list/list-page"
import { NETWORK, one, several, TOKEN } from "../ui/list/list-state"
import type { ListSpec } from "../ui/list/list-table"
import { withdrawalAmount } from "./amounts"
import { usePayouts } from "./api"
import { WITHDRAWAL_STATE_WORDING } from "./state-words"
import { PayoutsNotice } from "./payouts-notice"
import { NewWithdrawal } from "./request-form"
import { WithdrawalBadge } from "./withdrawal-badge"
import { WithdrawalDetail } from "./withdrawal-detail"

const WITHDRAWALS: ListSpec<OnchainWithdrawal, OnchainWithdrawalListResponse> = {
  name: "withdrawals",
  icon: ArrowUpRightOnBox,
  guide: "withdrawals",
  path: apiPath("withdrawals"),
  area: [...AREAS.out, "withdrawals"],
  refreshMs: 10_000,
  rows: ({ withdrawals }) => withdrawals,
  initial: null,
  order: "-created_at",
  filters: [
    several("state", "field.status", Object.keys(WITHDRAWAL_STATE_WORDING), "withdrawalState.*.name"),
    one("kind", "field.kind", ["treasury", "refund"], "withdrawals.kind.*"),
    TOKEN,
    NETWORK,
  ],
  columns: ({ t, locale }) => [
    { id: "amount", label: "field.amount", isAmount: true, opens: (row) => withdrawalAmount(row, locale) },
    {
      id: "state",
      label: "field.status",
      show: (row) => <WithdrawalBadge withdrawal={row} />,
    },
    {
      id: "worth",
      label: "field.value",
      isAmount: true,
      show: (row) => <Worth amount={row.amount} asset={row} />,
      maxSize: 160,
    },
    {
      id: "destination",
      label: "field.to",
      show: ({ kind, destination: { label } }) => (
        <bdi>{kind === "refund" ? t("withdrawals.toRefund", { destination: label }) : label}</bdi>
      ),
      maxSize: 200,
    },
    { id: "network_name", label: "field.network", show: (row) => row.network_name, maxSize: 140 },
    {
      id: "by",
      label: "field.requestedBy",
      show: (row) => row.requested_by ?? t("detail.user"),
      maxSize: 200,
    },
    { id: "created_at", label: "field.requested", at: (row) => row.created_at },
  ],
}

export function WithdrawalsPage() {
  const { data: payouts } = usePayouts()
  return (
    <ListPage
      section="payouts"
      param="withdrawal_id"
      spec={WITHDRAWALS}
      notice={<PayoutsNotice />}
      newButton={payouts?.is_on && "withdrawals.new"}
      detail={(id, { open, close }) =>
        id === NEW ? <NewWithdrawal onDone={open} onCancel={close} /> : <WithdrawalDetail id={id} />
      }
    />
  )
}
