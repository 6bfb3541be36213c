import { ArrowUpRightOnBox } from "@medusajs/icons"
import type {
  OnchainWithdrawal,
  OnchainWithdrawalListResponse,
  OnchainWithdrawalResponse,
} from "../../types/http"
import { Worth } from "../finance/worth"
import { withdrawalAmount } from "./amounts"
import { isBusy, usePayouts } from "./api"
import { WithdrawalBadge } from "./withdrawal-badge"
import { MoneySection, StandingSection } from "./withdrawal-sections"
import { PayoutsNotice } from "./payouts-notice"
import { NewWithdrawal } from "./request-form"
import { WithdrawalActions } from "./withdrawal-decision"
import { apiPath, busyRefresh, useRead } from "../ui/api"
import { DetailBody, DetailPending, DrawerSection, HistorySection } from "../ui/drawer"
import { ExportButton } from "../ui/list/csv"
import { ListPage, NEW } from "../ui/list/list-page"
import { NETWORK, one, several, TOKEN } from "../ui/list/list-state"
import { type ListSpec, networkColumn } from "../ui/list/list-table"
import { useTexts } from "../ui/texts"

const WITHDRAWALS: ListSpec<OnchainWithdrawal, OnchainWithdrawalListResponse> = {
  name: "withdrawals",
  icon: ArrowUpRightOnBox,
  guide: "withdrawals",
  path: apiPath("withdrawals"),
  refreshMs: 10_000,
  rows: ({ withdrawals }) => withdrawals,
  order: "-created_at",
  filters: [
    several("state", "field.status", "withdrawalState.*.name"),
    one("kind", "field.kind", "withdrawals.kind.*"),
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
    networkColumn(),
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
      exportButton={<ExportButton spec={WITHDRAWALS} />}
      newButton={payouts?.is_on && "withdrawals.new"}
      detail={(id, { open, close }) =>
        id === NEW ? <NewWithdrawal onDone={open} onCancel={close} /> : <WithdrawalDetail id={id} />
      }
    />
  )
}

function WithdrawalDetail({ id }: { id: string }) {
  const { locale } = useTexts()
  const { data: withdrawal, ...reading } = useRead(apiPath("withdrawals", id), {
    select: (answer: OnchainWithdrawalResponse) => answer.withdrawal,
    refreshMs: (answer) => busyRefresh(isBusy(answer?.withdrawal.state)),
  })
  if (!withdrawal) return <DetailPending name="withdrawal" reading={reading} />
  return (
    <DetailBody
      title={withdrawalAmount(withdrawal, locale)}
      badge={
        <div className="txt-small flex flex-wrap items-center gap-x-3 gap-y-1">
          <WithdrawalBadge withdrawal={withdrawal} />
          <Worth amount={withdrawal.amount} asset={withdrawal} />
        </div>
      }
      footer={<WithdrawalActions withdrawal={withdrawal} />}
    >
      <StandingSection withdrawal={withdrawal} />
      <MoneySection withdrawal={withdrawal} />
      <DrawerSection
        title="field.details"
        facts={[
          ["field.transaction", withdrawal.tx_hash, "copy", withdrawal.explorer.tx_url],
          ["field.requestedBy", withdrawal.requested_by],
          ["field.confirmedBy", withdrawal.confirmed_by],
          ["field.approvedBy", withdrawal.approved_by],
          ["withdrawal.gatewayId", withdrawal.gateway_withdrawal_id, "copy"],
          ["withdrawal.id", withdrawal.id, "copy"],
        ]}
      />
      <HistorySection entries={withdrawal.history} name="withdrawalHistory" />
    </DetailBody>
  )
}
