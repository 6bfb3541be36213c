import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { ExclamationCircle } from "@medusajs/icons"
import { Button, Container, Text } from "@medusajs/ui"
import { Link } from "react-router-dom"
import { useWaitingDeposits } from "../hooks/use-deposits"
import { useTexts } from "../hooks/use-texts"

/** A line above the orders while deposits need a decision; nothing otherwise. */
const WaitingDepositsWidget = () => {
  const { t } = useTexts()
  const { data: waiting } = useWaitingDeposits()
  if (!waiting) return null
  return (
    <Container className="flex items-center justify-between gap-x-4 px-6 py-3">
      <div className="flex min-w-0 items-center gap-x-2">
        <ExclamationCircle className="text-ui-tag-orange-icon shrink-0" />
        <Text size="small" weight="plus" leading="compact">
          {t("waiting.line", { count: waiting })}
        </Text>
      </div>
      <Button size="small" variant="secondary" asChild className="shrink-0">
        <Link to="/onchain/deposits">{t("waiting.link")}</Link>
      </Button>
    </Container>
  )
}

export const config = defineWidgetConfig({ id: "onchain-waiting-deposits", zone: "order.list.before" })

export default WaitingDepositsWidget
