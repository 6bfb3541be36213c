import { StatusBadge, Text } from "@medusajs/ui"
import type { OnchainHealthCheck } from "../../types/http"
import { useTexts } from "../hooks/use-texts"
import { en } from "../i18n/en"

const COLORS = { ok: "green", warning: "orange", error: "red" } as const

/** What needs attention first. */
const ORDER = { error: 0, warning: 1, ok: 2 } as const

/** One row per finding: what was looked at, how it stands, and what to do. */
export function HealthCheckList({ checks }: { checks: OnchainHealthCheck[] }) {
  const { t } = useTexts()
  const sorted = [...checks].sort((a, b) => ORDER[a.status] - ORDER[b.status])
  return (
    <ul className="divide-y">
      {sorted.map((check) => (
        <li key={check.id} className="flex flex-col gap-2 px-6 py-4 sm:flex-row sm:items-start sm:gap-4">
          <div className="flex w-full shrink-0 items-center justify-between gap-2 sm:w-64">
            <Text size="small" weight="plus" leading="compact">
              {Object.hasOwn(en.health.check, check.id) ? t(`health.check.${check.id}`) : check.id}
            </Text>
            <StatusBadge color={COLORS[check.status]}>{t(`health.status.${check.status}`)}</StatusBadge>
          </div>
          <Text size="small" className="text-ui-fg-subtle min-w-0 break-words">
            {check.message}
          </Text>
        </li>
      ))}
    </ul>
  )
}
