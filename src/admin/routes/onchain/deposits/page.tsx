import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Container } from "@medusajs/ui"
import { getI18n } from "react-i18next"
import { DepositDrawer } from "../../../components/deposits/deposit-drawer"
import { DepositTable } from "../../../components/deposits/deposit-table"
import { useOpenDeposit } from "../../../hooks/use-open-deposit"

/** Crypto payments > Deposits in review: what waits for a decision, and the decisions. */
const DepositsPage = () => {
  const { openId, open, close } = useOpenDeposit()
  return (
    <Container className="flex flex-col overflow-hidden p-0">
      <DepositTable onOpen={open} />
      <DepositDrawer id={openId} onClose={close} />
    </Container>
  )
}

export const config = defineRouteConfig({ label: "menu.deposits", translationNs: "onchain", rank: 1 })

export const handle = { breadcrumb: () => getI18n().t("menu.deposits", { ns: "onchain" }) }

export default DepositsPage
