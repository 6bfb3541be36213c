import { Text } from "@medusajs/ui"
import type { OnchainHealthResponse } from "../../types/http"

/** Counts of this process since it started, and what waits in the inbox. */
export function WebhookSummary({ webhooks }: { webhooks: OnchainHealthResponse["webhooks"] }) {
  const rejected = Object.values(webhooks.rejected).reduce((sum, count) => sum + count, 0)
  const rows = [
    ["Accepted since start", webhooks.accepted],
    ["Repeated deliveries", webhooks.repeated],
    ["Refused", rejected],
    ["Waiting for work", webhooks.waiting],
    ["Given up", webhooks.dead],
  ] as const
  return (
    <dl className="grid grid-cols-2 gap-4 px-6 py-4 sm:grid-cols-5">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>
            <Text size="xsmall" className="text-ui-fg-subtle">
              {name}
            </Text>
          </dt>
          <dd>
            <Text weight="plus">{value}</Text>
          </dd>
        </div>
      ))}
    </dl>
  )
}
