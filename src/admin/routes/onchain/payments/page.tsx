import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Container } from "@medusajs/ui"
import { getI18n } from "react-i18next"
import { PaymentDetail } from "../../../components/payments/payment-detail"
import { PaymentTable } from "../../../components/payments/payment-table"
import { SideDrawer } from "../../../components/side-drawer"
import { useOpenItem } from "../../../hooks/use-open-item"

/** Crypto payments > Payments without an order: settled money that waits for a decision, and the decisions. */
const PaymentsPage = () => {
  const { openId, open, close } = useOpenItem("payment_id")
  return (
    <Container className="flex flex-col overflow-hidden p-0">
      <PaymentTable onOpen={open} />
      <SideDrawer id={openId} onClose={close}>
        {(id) => <PaymentDetail key={id} id={id} />}
      </SideDrawer>
    </Container>
  )
}

export const config = defineRouteConfig({ label: "menu.unallocated", translationNs: "onchain", rank: 2 })

export const handle = { breadcrumb: () => getI18n().t("payments.title", { ns: "onchain" }) }

export default PaymentsPage
