import { Heading, Text } from "@medusajs/ui"
import { type ReactNode, useId } from "react"
import type { OnchainHealthResponse } from "../../../types/http"
import { useTexts } from "../../hooks/use-texts"
import { Age } from "../age"
import { TextLink } from "../text-link"

/** What waits in the inbox, what came last, and counts since the server started. */
export function WebhookSummary({ webhooks }: { webhooks: OnchainHealthResponse["webhooks"] }) {
  const { t } = useTexts()
  const id = useId()
  const { last_accepted_at: accepted, last_rejected: rejected } = webhooks
  const refused = Object.values(webhooks.rejected).reduce((sum, count) => sum + count, 0)
  const rows: (readonly [string, ReactNode])[] = [
    [t("health.waiting"), webhooks.waiting],
    [t("health.dead"), webhooks.dead],
    [t("health.lastAccepted"), accepted ? <Age at={accepted} /> : t("health.never")],
    [t("health.lastRefused"), rejected ? <Age at={rejected.at} /> : t("health.never")],
    [t("health.accepted"), webhooks.accepted],
    [t("health.repeated"), webhooks.repeated],
    [t("health.refused"), refused],
  ]
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4 px-6 py-4">
      <div className="flex items-center justify-between gap-x-4">
        <Heading level="h2" id={id}>
          {t("health.webhooks")}
        </Heading>
        <TextLink to="/onchain/webhooks" className="txt-compact-small-plus">
          {t("health.allWebhooks")}
        </TextLink>
      </div>
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
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
    </section>
  )
}
