import { Container } from "@medusajs/ui"
import { SideDrawer } from "../ui/drawer"
import { useOpenItem } from "../ui/list/list-page"
import { SectionTabs } from "../ui/section-tabs"
import { ReportDetail } from "./report-detail"
import { ReportList } from "./report-list"

export function ReportsPage() {
  const { openId, open, close } = useOpenItem("report_id")
  return (
    <div className="flex flex-col gap-y-3">
      <SectionTabs of="balances" />
      <Container className="p-0">
        <ReportList onOpen={open} />
        <SideDrawer id={openId} onClose={close}>
          {(id) => <ReportDetail key={id} id={id} />}
        </SideDrawer>
      </Container>
    </div>
  )
}
