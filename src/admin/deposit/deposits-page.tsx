import { InboxSolid } from "@medusajs/icons"
import { useCallback, useState } from "react"
import type {
  OnchainBulkDepositAction,
  OnchainDeposit,
  OnchainDepositListResponse,
  OnchainDepositState,
} from "../../types/http"
import { apiPath, AREAS } from "../ui/api"
import { ListPage } from "../ui/list/list-page"
import { NETWORK, several, text, TOKEN } from "../ui/list/list-state"
import type { ListSpec } from "../ui/list/list-table"
import { customerName } from "../ui/names"
import { StateBadge } from "../ui/state-badge"
import { depositAmount } from "./amount"
import { useDepositSync } from "./api"
import { usePayouts } from "../payout/api"
import { useTexts } from "../ui/texts"
import { type Bulk, BulkPrompt } from "./bulk"
import { DepositDetail } from "./deposit-detail"
import { ASSIGNMENT_WORDING, DEPOSIT_STATE_WORDING, describeAssignment } from "./words"

export const WAITING: OnchainDepositState[] = ["in_review", "processing"]

export const DEPOSITS: ListSpec<OnchainDeposit, OnchainDepositListResponse> = {
  name: "deposits",
  icon: InboxSolid,
  guide: "review",
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
    { id: "amount", label: "field.amount", isAmount: true, opens: (row) => depositAmount(row, texts) },
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
      show: (row) => <bdi>{customerName(row.customer, texts.t)}</bdi>,
      maxSize: 220,
    },
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
        refresh={useDepositSync()}
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
