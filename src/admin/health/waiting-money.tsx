import { ExclamationCircle } from "@medusajs/icons"
import { Button, Container } from "@medusajs/ui"
import { Link } from "react-router-dom"
import { Strong } from "../ui/prose"
import { AREAS, useWaiting } from "../ui/api"
import { useTexts } from "../ui/texts"
import { PAGES } from "../ui/paths"

const COUNTED = 1_000

/**
 * Lines above the orders while money needs a decision; nothing otherwise.
 *
 * The dashboard puts widgets below its own content whatever their zone says (2.21): `order-first` moves this one up.
 */
export function WaitingMoney() {
  const { t } = useTexts()
  const { data: deposits = 0 } = useWaiting(AREAS.deposits, "deposits", { state: ["in_review"] })
  const { data: payments = 0 } = useWaiting(AREAS.payments, "unallocated-payments", { resolution: "waiting" })
  const { data: withdrawals = 0 } = useWaiting(AREAS.out, "withdrawals")
  const { data: refunds = 0 } = useWaiting(AREAS.out, "refunds", { state: ["due"] })
  const { data: destinations = 0 } = useWaiting(AREAS.out, "destinations")
  const lines = [
    { name: "waiting.deposits", count: deposits, page: PAGES.deposits },
    { name: "waiting.payments", count: payments, page: PAGES.unmatched },
    {
      name: "waiting.withdrawals",
      count: withdrawals,
      page: `${PAGES.withdrawals}?state=awaiting_approval,unknown`,
    },
    { name: "waiting.refunds", count: refunds, page: PAGES.refunds },
    { name: "waiting.destinations", count: destinations, page: `${PAGES.addresses}?state=pending` },
  ].filter(({ count }) => count > 0)
  if (lines.length === 0) return null
  return (
    <Container role="status" className="order-first divide-y p-0">
      {lines.map(({ name, count, page }) => (
        <div key={name} className="flex items-center justify-between gap-x-4 px-6 py-3">
          <div className="flex min-w-0 items-center gap-x-2">
            <ExclamationCircle className="text-ui-tag-orange-icon shrink-0" />
            <Strong>
              {count < COUNTED ? t(`${name}.line`, { count }) : t(`${name}.many`, { count: COUNTED })}
            </Strong>
          </div>
          <Button size="small" variant="secondary" asChild className="shrink-0">
            <Link to={page} aria-label={t(`${name}.link`)}>
              {t("waiting.review")}
            </Link>
          </Button>
        </div>
      ))}
    </Container>
  )
}
