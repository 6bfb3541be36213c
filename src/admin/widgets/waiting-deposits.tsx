import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { ExclamationCircle } from "@medusajs/icons"
import { Button, Container, Text } from "@medusajs/ui"
import { Link } from "react-router-dom"
import { useWaitingDeposits } from "../hooks/use-deposits"
import { useTexts } from "../hooks/use-texts"

/** From here on the server does not count. */
const COUNTED = 1_000

/**
 * A line above the orders while deposits need a decision; nothing otherwise.
 *
 * The dashboard puts widgets below its own content whatever their zone says (2.21), and a line below a page of
 * orders is not seen: `order-first` moves it up in the column that the page is.
 */
const WaitingDepositsWidget = () => {
  const { t } = useTexts()
  const { data: waiting } = useWaitingDeposits()
  if (!waiting) return null
  return (
    <Container role="status" className="order-first flex items-center justify-between gap-x-4 px-6 py-3">
      <div className="flex min-w-0 items-center gap-x-2">
        <ExclamationCircle className="text-ui-tag-orange-icon shrink-0" />
        <Text size="small" weight="plus" leading="compact">
          {waiting < COUNTED ? t("waiting.line", { count: waiting }) : t("waiting.many", { count: COUNTED })}
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
