import { StatusBadge, Text } from "@medusajs/ui"
import type { OnchainHealthCheck } from "../../../types/http"
import { useTexts } from "../../hooks/use-texts"
import { en } from "../../i18n/en"
import { TextLink } from "../text-link"

const COLORS = { ok: "green", warning: "orange", error: "red" } as const

/** Where an operator sees more about what a check found. */
const PAGES = new Map([
  ["deposits", "/onchain/deposits"],
  ["unallocated", "/onchain/payments"],
  ["inbox", "/onchain/webhooks"],
  ["withdrawals", "/onchain/withdrawals"],
  ["refunds", "/onchain/refunds"],
  ["billing", "/onchain/billing"],
])

/** One finding: what was looked at, how it stands, and what to do. */
export function HealthCheckRow({ check }: { check: OnchainHealthCheck }) {
  const { t } = useTexts()
  const page = check.status === "ok" ? undefined : PAGES.get(check.id)
  return (
    <li className="flex flex-col gap-2 px-6 py-3 sm:flex-row sm:items-start sm:gap-4">
      <div className="flex w-full shrink-0 items-center justify-between gap-2 sm:w-64">
        <Text size="small" weight="plus" leading="compact">
          {Object.hasOwn(en.health.check, check.id) ? t(`health.check.${check.id}`) : check.id}
        </Text>
        <StatusBadge color={COLORS[check.status]}>{t(`health.status.${check.status}`)}</StatusBadge>
      </div>
      <div className="flex min-w-0 flex-col items-start gap-y-1">
        <Text
          size="small"
          className={check.status === "ok" ? "text-ui-fg-subtle break-words" : "break-words"}
        >
          {check.message}
        </Text>
        {page && (
          <TextLink to={page} className="txt-compact-small-plus">
            {t(`health.page.${check.id}`)}
          </TextLink>
        )}
      </div>
    </li>
  )
}
