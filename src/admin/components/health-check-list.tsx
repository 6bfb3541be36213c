import { StatusBadge, Text } from "@medusajs/ui"
import type { OnchainHealthCheck } from "../../types/http"

const BADGE = {
  ok: { color: "green", label: "OK" },
  warning: { color: "orange", label: "Look at this" },
  error: { color: "red", label: "Fix this" },
} as const

/** What needs attention first. */
const ORDER = { error: 0, warning: 1, ok: 2 } as const

const NAMES: Record<string, string> = {
  gateway: "Gateway",
  rails: "Rails",
  environment: "Environment",
  rates: "Prices",
  payouts: "Payouts",
  webhooks: "Webhooks",
  regions: "Regions",
  inbox: "Inbox",
}

/** One row per finding: what was looked at, how it stands, and what to do. */
export function HealthCheckList({ checks }: { checks: OnchainHealthCheck[] }) {
  const sorted = [...checks].sort((a, b) => ORDER[a.status] - ORDER[b.status])
  return (
    <ul className="divide-y">
      {sorted.map((check) => (
        <li key={check.id} className="flex flex-col gap-2 px-6 py-4 sm:flex-row sm:items-start sm:gap-4">
          <div className="flex w-full shrink-0 items-center justify-between gap-2 sm:w-64">
            <Text size="small" weight="plus" leading="compact">
              {NAMES[check.id] ?? check.id}
            </Text>
            <StatusBadge color={BADGE[check.status].color}>{BADGE[check.status].label}</StatusBadge>
          </div>
          <Text size="small" className="text-ui-fg-subtle min-w-0 break-words">
            {check.message}
          </Text>
        </li>
      ))}
    </ul>
  )
}
