import { CreditCard } from "@medusajs/icons"
import { Container } from "@medusajs/ui"
import { useNavigate } from "react-router-dom"
import { useCallback, useEffect, useRef } from "react"
import type { OnchainListedPayment, OnchainPaymentListResponse } from "../../types/http"
import { apiPath } from "../ui/api"
import { DayRange } from "../ui/list/day-range"
import { ExportButton } from "../ui/list/csv"
import { formatFiat } from "../ui/format"
import { day, NETWORK, several, TOKEN } from "../ui/list/list-state"
import { customerColumn, type ListSpec, ListTable } from "../ui/list/list-table"
import { orderName } from "../ui/names"
import { pathTo } from "../ui/paths"
import { StateBadge } from "../ui/state-badge"
import { listedAmount } from "./describe"

const DAYS = ["created_from", "created_to"] as const

const PAYMENTS: ListSpec<OnchainListedPayment, OnchainPaymentListResponse> = {
  name: "payments",
  icon: CreditCard,
  guide: "payments",
  path: apiPath("payments"),
  rows: ({ payments }) => payments,
  order: "-created_at",
  filters: [several("state", "field.status", "paymentStatus.*"), NETWORK, TOKEN, ...DAYS.map(day)],
  columns: (texts) => [
    { id: "order", label: "field.order", opens: ({ order }) => orderName(order, texts.t), maxSize: 180 },
    {
      id: "status",
      label: "field.status",
      show: ({ status }) => <StateBadge of="paymentStatus" state={status.code} />,
    },
    customerColumn(texts, 200),
    {
      id: "amount",
      label: "field.amount",
      isAmount: true,
      show: (row) => listedAmount(row, texts),
      maxSize: 180,
    },
    {
      id: "fiat",
      label: "field.value",
      isAmount: true,
      show: (row) => formatFiat(row.fiat_amount, row.currency_code, texts.locale),
      maxSize: 150,
    },
    {
      id: "network_name",
      label: "field.network",
      show: (row) => <bdi>{row.network_name ?? row.network_id ?? "–"}</bdi>,
      maxSize: 140,
    },
    { id: "created_at", label: "payment.created", at: (row) => row.created_at },
  ],
}

export function PaymentsPage() {
  const navigate = useNavigate()
  const latest = useRef(navigate)
  useEffect(() => {
    latest.current = navigate
  }, [navigate])
  // Stable, or the table would recreate its cells and lose the focus.
  const open = useCallback((id: string) => void latest.current(pathTo.payment(id)), [])
  return (
    <Container className="flex flex-col overflow-hidden p-0">
      <ListTable spec={PAYMENTS} onOpen={open} controls={(list) => <DayRange list={list} names={DAYS} />}>
        <ExportButton spec={PAYMENTS} />
      </ListTable>
    </Container>
  )
}
