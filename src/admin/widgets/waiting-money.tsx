import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { Container } from "@medusajs/ui"
import { WaitingLine } from "../components/waiting-line"
import { useWaitingDeposits } from "../hooks/use-deposits"
import { useWaitingPayments } from "../hooks/use-payments"

/**
 * Lines above the orders while money needs a decision; nothing otherwise.
 *
 * The dashboard puts widgets below its own content whatever their zone says (2.21), and a line below a page of
 * orders is not seen: `order-first` moves it up in the column that the page is.
 */
const WaitingMoneyWidget = () => {
  const { data: deposits = 0 } = useWaitingDeposits()
  const { data: payments = 0 } = useWaitingPayments()
  if (deposits + payments === 0) return null
  return (
    <Container role="status" className="order-first divide-y p-0">
      {deposits > 0 && <WaitingLine what="deposits" count={deposits} page="/onchain/deposits" />}
      {payments > 0 && <WaitingLine what="payments" count={payments} page="/onchain/payments" />}
    </Container>
  )
}

export const config = defineWidgetConfig({ id: "onchain-waiting-money", zone: "order.list.before" })

export default WaitingMoneyWidget
