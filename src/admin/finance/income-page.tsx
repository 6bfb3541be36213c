import { CurrencyDollar } from "@medusajs/icons"
import type { OnchainDeposit, OnchainDepositListResponse } from "../../types/http"
import { DepositDetail } from "../deposit/deposit-detail"
import { depositAmount } from "../deposit/describe"
import { apiPath, useSync } from "../ui/api"
import { ShortAddress } from "../ui/facts"
import { DayRange } from "../ui/list/day-range"
import { ExportButton } from "../ui/list/csv"
import { ListPage } from "../ui/list/list-page"
import { day, NETWORK, text, TOKEN } from "../ui/list/list-state"
import { customerColumn, type ListSpec, networkColumn, transactionColumn } from "../ui/list/list-table"

const DAYS = ["from", "to"] as const

const INCOME: ListSpec<OnchainDeposit, OnchainDepositListResponse> = {
  name: "income",
  icon: CurrencyDollar,
  guide: "balances",
  path: apiPath("income"),
  rows: ({ deposits }) => deposits,
  order: "-observed_at",
  filters: [TOKEN, NETWORK, text("customer_id", "field.customer", "cus_…"), ...DAYS.map(day)],
  columns: (texts) => [
    { id: "amount", label: "field.amount", isAmount: true, opens: (row) => depositAmount(row, texts) },
    customerColumn(texts),
    networkColumn(),
    {
      id: "to_address",
      label: "field.address",
      // A reusable address, which is never offered for copying unconfirmed.
      show: ({ to_address: address }) => (address === null ? "–" : <ShortAddress value={address} />),
      maxSize: 200,
    },
    transactionColumn(texts, 200),
    { id: "observed_at", label: "field.received", at: ({ observed_at }) => observed_at },
  ],
}

export function IncomePage() {
  return (
    <ListPage
      section="balances"
      param="deposit_id"
      spec={INCOME}
      refresh={useSync("income")}
      controls={(list) => <DayRange list={list} names={DAYS} />}
      exportButton={<ExportButton spec={INCOME} />}
      detail={(id) => <DepositDetail id={id} />}
    />
  )
}
