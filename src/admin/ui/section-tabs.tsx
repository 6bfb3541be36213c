import { clx } from "@medusajs/ui"
import { NavLink } from "react-router-dom"
import { countOfPage, useAttention } from "../health/attention"
import { PAGES } from "./paths"
import { useTexts } from "./texts"

/** Menu entries that hold several pages: the words of the entry, then its pages. */
const SECTIONS = {
  review: ["menu.review", "deposits", "unmatched", "reviewTransactions"],
  payouts: ["menu.payouts", "refunds", "withdrawals", "splits", "addresses"],
  balances: ["menu.balances", "balances", "transactions", "income", "reports"],
  settings: ["menu.onchain", "setup", "health", "webhooks", "billing"],
} as const satisfies Record<string, readonly [label: string, ...pages: (keyof typeof PAGES)[]]>

export type SectionName = keyof typeof SECTIONS

/** The pages of a menu entry as tabs, which are links: reload, bookmarks and the back button work. */
export function SectionTabs({ of }: { of: SectionName }) {
  const { t } = useTexts()
  const { data } = useAttention()
  const [label, ...pages] = SECTIONS[of]
  return (
    <nav aria-label={t(label)} className="-m-1 overflow-x-auto p-1">
      <ul className="flex items-center gap-x-2">
        {pages.map((page) => (
          <li key={page} className="shrink-0">
            <NavLink
              to={PAGES[page]}
              end
              className={({ isActive }) =>
                clx(
                  "txt-compact-small-plus transition-fg text-ui-fg-subtle hover:text-ui-fg-base focus-visible:shadow-borders-focus flex items-center gap-x-1.5 rounded-full px-2.5 py-1 outline-none",
                  isActive && "text-ui-fg-base bg-ui-bg-base shadow-elevation-card-rest"
                )
              }
            >
              {t(page === "reviewTransactions" ? "menu.transactions" : `menu.${page}`)}
              {data && (
                <Waiting count={countOfPage(data.counts, PAGES[page])} isExact={data.is_count_exact} />
              )}
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
