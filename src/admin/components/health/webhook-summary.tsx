import { Heading } from "@medusajs/ui"
import { useId } from "react"
import type { OnchainHealthResponse } from "../../../types/http"
import { useTexts } from "../../hooks/use-texts"
import { Age } from "../age"
import { TextLink } from "../text-link"
import { type Figure, Figures } from "./figures"

/** What waits in the inbox, and what came last. */
export function WebhookSummary({ webhooks }: { webhooks: OnchainHealthResponse["webhooks"] }) {
  const { t } = useTexts()
  const id = useId()
  const { last_accepted_at: accepted, last_rejected: rejected } = webhooks
  const rows: Figure[] = [
    [t("health.waiting"), webhooks.waiting],
    [t("health.dead"), webhooks.dead],
    [t("health.lastAccepted"), accepted ? <Age at={accepted} /> : t("health.never")],
    [t("health.lastRefused"), rejected ? <Age at={rejected.at} /> : t("health.never")],
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
      <Figures figures={rows} />
    </section>
  )
}
