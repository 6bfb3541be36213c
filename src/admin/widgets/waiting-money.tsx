import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { Container } from "@medusajs/ui"
import { WaitingLine } from "../components/waiting-line"
import { useWaitingDeposits } from "../hooks/use-deposits"
import { useWaitingDestinations } from "../hooks/use-destinations"
import { useWaitingPayments } from "../hooks/use-payments"
import { useWaitingRefunds } from "../hooks/use-refunds"
import { useWaitingWithdrawals } from "../hooks/use-withdrawals"

/**
 * Lines above the orders while money needs a decision; nothing otherwise.
 *
 * The dashboard puts widgets below its own content whatever their zone says (2.21), and a line below a page of
 * orders is not seen: `order-first` moves it up in the column that the page is.
 */
const WaitingMoneyWidget = () => {
  const { data: deposits = 0 } = useWaitingDeposits()
  const { data: payments = 0 } = useWaitingPayments()
  const { data: withdrawals = 0 } = useWaitingWithdrawals()
  const { data: refunds = 0 } = useWaitingRefunds()
  const { data: destinations = 0 } = useWaitingDestinations()
  const lines = [
    { what: "deposits", count: deposits, page: "/onchain/deposits" },
    { what: "payments", count: payments, page: "/onchain/payments" },
    { what: "withdrawals", count: withdrawals, page: "/onchain/withdrawals?state=awaiting_approval,unclear" },
    { what: "refunds", count: refunds, page: "/onchain/refunds" },
    { what: "destinations", count: destinations, page: "/onchain/destinations?state=pending" },
  ] as const
  const waiting = lines.filter(({ count }) => count > 0)
  if (waiting.length === 0) return null
  return (
    <Container role="status" className="order-first divide-y p-0">
      {waiting.map((line) => (
        <WaitingLine key={line.what} {...line} />
      ))}
    </Container>
  )
}

export const config = defineWidgetConfig({ id: "onchain-waiting-money", zone: "order.list.before" })

export default WaitingMoneyWidget
