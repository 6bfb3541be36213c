import { InboxSolid } from "@medusajs/icons"
import { useCallback, useState } from "react"
import type {
  OnchainBulkDepositAction,
  OnchainDeposit,
  OnchainDepositListResponse,
  OnchainDepositState,
} from "../../types/http"
import { apiPath, useSync } from "../ui/api"
import { ListPage } from "../ui/list/list-page"
import { NETWORK, several, text, TOKEN } from "../ui/list/list-state"
import { customerColumn, networkColumn, orderColumn, stateColumn, type ListSpec } from "../ui/list/list-table"
import { depositAmount, reasonTitle } from "./describe"
import { usePayouts } from "../payout/api"
import { useTexts } from "../ui/texts"
import { type Bulk, BulkPrompt } from "./bulk"
import { DepositDetail } from "./deposit-detail"

export const WAITING: OnchainDepositState[] = ["in_review", "processing"]

export const DEPOSITS: ListSpec<OnchainDeposit, OnchainDepositListResponse> = {
  name: "deposits",
  icon: InboxSolid,
  guide: "review",
  path: apiPath("deposits"),
  rows: ({ deposits }) => deposits,
  initial: { name: "state", value: WAITING },
  order: "-observed_at",
  filters: [
    // Income has its own list.
    several("state", "field.status", "state.*", ["income"]),
    several("assignment_status", "deposit.providerReason", "assignment.*.title"),
    TOKEN,
    NETWORK,
    text("customer_id", "field.customer", "cus_…"),
  ],
  columns: (texts) => [
    { id: "amount", label: "field.amount", isAmount: true, opens: (row) => depositAmount(row, texts) },
    {
      id: "assignment_status",
      label: "field.reason",
      show: (row) => reasonTitle(row, texts.t),
      maxSize: 240,
    },
    orderColumn(texts, "–"),
    stateColumn("state"),
    networkColumn(180),
    customerColumn(texts),
    { id: "observed_at", label: "field.received", at: (row) => row.observed_at },
  ],
}

const isSelectable = ({ bulk }: OnchainDeposit) => bulk.accept.is_possible || bulk.refund.is_possible

export function DepositsPage() {
  const { t, texts } = useTexts()
  const { data: payouts } = usePayouts()
  const [bulk, setBulk] = useState<Bulk | null>(null)
  const [round, setRound] = useState(0)
  const nameOf = useCallback((row: OnchainDeposit) => depositAmount(row, texts), [texts])
  const command = (action: OnchainBulkDepositAction, shortcut: string) => ({
    label: t(`action.${action}.button`),
    shortcut,
    run: (deposits: OnchainDeposit[]) => setBulk({ action, deposits }),
  })
  return (
    <>
      <ListPage
        section="review"
        param="deposit_id"
        spec={DEPOSITS}
        refresh={useSync("deposits")}
        selection={{
          isSelectable,
          nameOf,
          round,
          commands: [command("accept", "a"), ...(payouts?.is_on ? [command("refund", "r")] : [])],
        }}
        detail={(id) => <DepositDetail id={id} />}
      />
      <BulkPrompt
        bulk={bulk}
        onClose={(isDone) => {
          setBulk(null)
          if (isDone) setRound((current) => current + 1)
        }}
      />
    </>
  )
}
