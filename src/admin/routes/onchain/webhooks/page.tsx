import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Container } from "@medusajs/ui"
import { getI18n } from "react-i18next"
import { DeliveryDetail } from "../../../components/deliveries/delivery-detail"
import { DeliveryTable } from "../../../components/deliveries/delivery-table"
import { SideDrawer } from "../../../components/side-drawer"
import { useOpenItem } from "../../../hooks/use-open-item"

/** Crypto payments > Webhooks: what the service told this store, and what became of it. */
const WebhooksPage = () => {
  const { openId, open, close } = useOpenItem("webhook_id")
  return (
    <Container className="flex flex-col overflow-hidden p-0">
      <DeliveryTable onOpen={open} />
      <SideDrawer id={openId} onClose={close}>
        {(id) => <DeliveryDetail key={id} id={id} />}
      </SideDrawer>
    </Container>
  )
}

export const config = defineRouteConfig({ label: "menu.webhooks", translationNs: "onchain", rank: 8 })

export const handle = { breadcrumb: () => getI18n().t("menu.webhooks", { ns: "onchain" }) }

export default WebhooksPage
