import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Container } from "@medusajs/ui"
import { getI18n } from "react-i18next"
import { PayoutsNotice } from "../../../components/payouts-notice"
import { SideDrawer } from "../../../components/side-drawer"
import { NewWithdrawal } from "../../../components/withdrawals/new-withdrawal"
import { WithdrawalDetail } from "../../../components/withdrawals/withdrawal-detail"
import { WithdrawalTable } from "../../../components/withdrawals/withdrawal-table"
import { useOpenItem } from "../../../hooks/use-open-item"

/** Stands in the address for the form; no withdrawal has it as its id. */
const NEW = "new"

/** Crypto payments > Withdrawals: money on its way out, and the steps that send it. */
const WithdrawalsPage = () => {
  const { openId, open, close } = useOpenItem("withdrawal_id")
  return (
    <div className="flex flex-col">
      <PayoutsNotice />
      <Container className="flex flex-col overflow-hidden p-0">
        <WithdrawalTable onOpen={open} onNew={() => open(NEW)} />
        <SideDrawer id={openId} onClose={close}>
          {(id) =>
            id === NEW ? (
              <NewWithdrawal onDone={open} onCancel={close} />
            ) : (
              <WithdrawalDetail key={id} id={id} />
            )
          }
        </SideDrawer>
      </Container>
    </div>
  )
}

export const config = defineRouteConfig({ label: "menu.withdrawals", translationNs: "onchain", rank: 3 })

export const handle = { breadcrumb: () => getI18n().t("menu.withdrawals", { ns: "onchain" }) }

export default WithdrawalsPage
