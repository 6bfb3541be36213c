import { clx } from "@medusajs/ui"
import { NavLink } from "react-router-dom"
import { countOfPage, useAttention } from "../health/attention"
import { PAGES } from "./paths"
import { useTexts } from "./texts"

type Section = { label: string; pages: readonly (readonly [label: string, path: string])[] }

/** Menu entries that hold several pages. */
const SECTIONS = {
  review: {
    label: "menu.review",
    pages: [
      ["menu.deposits", PAGES.deposits],
      ["menu.unmatched", PAGES.unmatched],
      ["menu.transactions", PAGES.reviewTransactions],
    ],
  },
  payouts: {
    label: "menu.payouts",
    pages: [
      ["menu.refunds", PAGES.refunds],
      ["menu.withdrawals", PAGES.withdrawals],
      ["menu.splits", PAGES.splits],
      ["menu.addresses", PAGES.addresses],
    ],
  },
  balances: {
    label: "menu.balances",
    pages: [
      ["menu.balances", PAGES.balances],
      ["menu.transactions", PAGES.transactions],
      ["menu.income", PAGES.income],
      ["menu.reports", PAGES.reports],
    ],
  },
  settings: {
    label: "menu.onchain",
    pages: [
      ["menu.setup", PAGES.setup],
      ["menu.health", PAGES.health],
      ["menu.webhooks", PAGES.webhooks],
      ["menu.billing", PAGES.billing],
    ],
  },
} as const satisfies Record<string, Section>

export type SectionName = keyof typeof SECTIONS

/** The pages of a menu entry as tabs, which are links: reload, bookmarks and the back button work. */
export function SectionTabs({ of }: { of: SectionName }) {
  const { t } = useTexts()
  const { data } = useAttention()
  const { label, pages } = SECTIONS[of]
  return (
    <nav aria-label={t(label)} className="-m-1 overflow-x-auto p-1">
      <ul className="flex items-center gap-x-2">
        {pages.map(([name, path]) => (
          <li key={path} className="shrink-0">
            <NavLink
              to={path}
              end
              className={({ isActive }) =>
                clx(
                  "txt-compact-small-plus transition-fg text-ui-fg-subtle hover:text-ui-fg-base focus-visible:shadow-borders-focus flex items-center gap-x-1.5 rounded-full px-2.5 py-1 outline-none",
                  isActive && "text-ui-fg-base bg-ui-bg-base shadow-elevation-card-rest"
                )
              }
            >
              {t(name)}
              {data && <Waiting count={countOfPage(data.counts, path)} isExact={data.is_count_exact} />}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** How many items of a page need attention; a count that stopped has a plus. */
export function Waiting({ count, isExact }: { count: number; isExact: boolean }) {
  const { t, locale } = useTexts()
  if (count === 0) return null
  const shown = `${new Intl.NumberFormat(locale).format(count)}${isExact ? "" : "+"}`
  return (
    <span className="bg-ui-tag-orange-bg text-ui-tag-orange-text txt-compact-xsmall-plus min-w-5 rounded-full px-1.5 text-center tabular-nums">
      <span aria-hidden>{shown}</span>
      <span className="sr-only">{t("attention.waiting", { count, shown })}</span>
    </span>
  )
}
