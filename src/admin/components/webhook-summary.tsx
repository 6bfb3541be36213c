import { Text } from "@medusajs/ui"
import type { OnchainHealthResponse } from "../../types/http"
import { useTexts } from "../hooks/use-texts"

/** Counts of this process since it started, and what waits in the inbox. */
export function WebhookSummary({ webhooks }: { webhooks: OnchainHealthResponse["webhooks"] }) {
  const { t } = useTexts()
  const rejected = Object.values(webhooks.rejected).reduce((sum, count) => sum + count, 0)
  const rows = [
    [t("health.accepted"), webhooks.accepted],
    [t("health.repeated"), webhooks.repeated],
    [t("health.refused"), rejected],
    [t("health.waiting"), webhooks.waiting],
    [t("health.dead"), webhooks.dead],
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
