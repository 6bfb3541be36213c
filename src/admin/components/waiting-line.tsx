import { ExclamationCircle } from "@medusajs/icons"
import { Button, Text } from "@medusajs/ui"
import { Link } from "react-router-dom"
import { useTexts } from "../hooks/use-texts"

/** From here on the server does not count. */
const COUNTED = 1_000

type WaitingLineProps = {
  what: "deposits" | "payments" | "withdrawals" | "refunds" | "destinations"
  count: number
  page: string
}

/** How many of something need a decision, and the way to them. */
export function WaitingLine({ what, count, page }: WaitingLineProps) {
  const { t } = useTexts()
  const text =
    count < COUNTED ? t(`waiting.${what}.line`, { count }) : t(`waiting.${what}.many`, { count: COUNTED })
  return (
    <div className="flex items-center justify-between gap-x-4 px-6 py-3">
      <div className="flex min-w-0 items-center gap-x-2">
        <ExclamationCircle className="text-ui-tag-orange-icon shrink-0" />
        <Text size="small" weight="plus" leading="compact">
          {text}
        </Text>
      </div>
      <Button size="small" variant="secondary" asChild className="shrink-0">
        <Link to={page} aria-label={t(`waiting.${what}.link`)}>
          {t("waiting.review")}
        </Link>
      </Button>
    </div>
  )
}
