import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Container } from "@medusajs/ui"
import { getI18n } from "react-i18next"
import { BalanceList } from "../../../components/books/balance-list"
import { ReportDetail } from "../../../components/books/report-detail"
import { ReportList } from "../../../components/books/report-list"
import { TransactionTable } from "../../../components/books/transaction-table"
import { SideDrawer } from "../../../components/side-drawer"
import { useOpenItem } from "../../../hooks/use-open-item"

/** Crypto payments > Balances and transactions: what there is, what moved, and whether the books fit together. */
const BalancesPage = () => {
  const { openId, open, close } = useOpenItem("report_id")
  return (
    <div className="flex flex-col gap-y-3">
      <Container className="p-0">
        <BalanceList />
      </Container>
      <Container className="flex flex-col overflow-hidden p-0">
        <TransactionTable />
      </Container>
      <Container className="p-0">
        <ReportList onOpen={open} />
        <SideDrawer id={openId} onClose={close}>
          {(id) => <ReportDetail key={id} id={id} />}
        </SideDrawer>
      </Container>
    </div>
  )
}

export const config = defineRouteConfig({ label: "menu.balances", translationNs: "onchain", rank: 6 })

export const handle = { breadcrumb: () => getI18n().t("menu.balances", { ns: "onchain" }) }

export default BalancesPage
