import { ExclamationCircle } from "@medusajs/icons"
import { Button, Container } from "@medusajs/ui"
import { Fragment } from "react"
import { Link } from "react-router-dom"
import { PAGES } from "../ui/paths"
import { Muted, Strong } from "../ui/prose"
import { SandboxBanner } from "../ui/sandbox-banner"
import { useTexts } from "../ui/texts"
import { countOfPage, kindsOf, shownCount, useAttention } from "./attention"

/**
 * One line above the orders while something needs a person; nothing otherwise.
 *
 * The dashboard puts widgets below its own content whatever their zone says (2.21): `order-first` moves this one up.
 */
export function WaitingMoney() {
  const { t, texts, locale } = useTexts()
  const { data } = useAttention()
  if (!data || data.total === 0) return null
  const { counts, total, is_count_exact: isExact } = data
  const parts = kindsOf(counts).map((kind) =>
    t(`attention.count.${kind}`, {
      count: counts[kind],
      shown: shownCount(counts[kind], isExact, texts),
    })
  )
  const withdrawals = countOfPage(counts, PAGES.withdrawals)
  const lines = [["line", total - withdrawals] as const, ["withdrawals", withdrawals] as const]
    .filter(([, count]) => count > 0)
    .map(([name, count]) => t(`attention.${name}`, { count, shown: shownCount(count, isExact, texts) }))
  return (
    <Container role="status" className="order-first overflow-hidden p-0">
      <SandboxBanner of="box" />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-6 py-3 sm:flex-nowrap">
        <div className="flex min-w-0 items-start gap-x-2">
          <ExclamationCircle className="text-ui-tag-orange-icon mt-0.5 shrink-0" />
          <div className="min-w-0">
            <Strong>
              {lines.map((line, index) => (
                <Fragment key={line}>
                  <span className="inline-block">
                    {line}
                    {index < lines.length - 1 && "\u00a0·"}
                  </span>{" "}
                </Fragment>
              ))}
            </Strong>
            <Muted isSmall>{new Intl.ListFormat(locale, { type: "unit" }).format(parts)}</Muted>
          </div>
        </div>
        <Button size="small" variant="secondary" asChild className="shrink-0">
          <Link to={PAGES.overview} aria-label={t("attention.reviewAll")}>
            {t("paymentAction.review")}
          </Link>
        </Button>
      </div>
    </Container>
  )
}
