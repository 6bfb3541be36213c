import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Container } from "@medusajs/ui"
import { getI18n } from "react-i18next"
import { DepositDetail } from "../../../components/deposits/deposit-detail"
import { DepositTable } from "../../../components/deposits/deposit-table"
import { SideDrawer } from "../../../components/side-drawer"
import { useOpenItem } from "../../../hooks/use-open-item"

/** Crypto payments > Deposits in review: what waits for a decision, and the decisions. */
const DepositsPage = () => {
  const { openId, open, close } = useOpenItem("deposit_id")
  return (
    <Container className="flex flex-col overflow-hidden p-0">
      <DepositTable onOpen={open} />
      <SideDrawer id={openId} onClose={close}>
        {(id) => <DepositDetail key={id} id={id} />}
      </SideDrawer>
    </Container>
  )
}

export const config = defineRouteConfig({ label: "menu.deposits", translationNs: "onchain", rank: 1 })

export const handle = { breadcrumb: () => getI18n().t("menu.deposits", { ns: "onchain" }) }

export default DepositsPage
