import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Container } from "@medusajs/ui"
import { getI18n } from "react-i18next"
import { PayoutsNotice } from "../../../components/payouts-notice"
import { RefundDetail } from "../../../components/refunds/refund-detail"
import { RefundTable } from "../../../components/refunds/refund-table"
import { SideDrawer } from "../../../components/side-drawer"
import { useOpenItem } from "../../../hooks/use-open-item"

/** Crypto payments > Refunds due: money that customers are owed, and the steps that send it. */
const RefundsPage = () => {
  const { openId, open, close } = useOpenItem("refund_id")
  return (
    <div className="flex flex-col">
      <PayoutsNotice />
      <Container className="flex flex-col overflow-hidden p-0">
        <RefundTable onOpen={open} />
        <SideDrawer id={openId} onClose={close}>
          {(id) => <RefundDetail key={id} id={id} />}
        </SideDrawer>
      </Container>
    </div>
  )
}

export const config = defineRouteConfig({ label: "menu.refunds", translationNs: "onchain", rank: 4 })

export const handle = { breadcrumb: () => getI18n().t("menu.refunds", { ns: "onchain" }) }

export default RefundsPage
