import type { OnchainDelivery } from "../../../types/http"
import { formatInstant } from "../../format/instant"
import { useTexts } from "../../hooks/use-texts"
import { Copyable } from "../copyable"
import { DrawerSection } from "../drawer-section"
import { Facts } from "../facts"

/** When a webhook came, what it is about, and how often it was tried. */
export function FactsSection({ delivery }: { delivery: OnchainDelivery }) {
  const { t, locale } = useTexts()
  const { resource_id: resource, next_attempt_at: next, processed_at: handled } = delivery
  const about = t("delivery.resource")
  const id = t("delivery.id")
  return (
    <DrawerSection title={t("delivery.facts")}>
      <Facts
        facts={[
          { name: t("delivery.received"), value: formatInstant(delivery.received_at, locale) },
          { name: t("delivery.attempts"), value: delivery.attempts },
          ...(next && delivery.state === "received"
            ? [{ name: t("delivery.next"), value: formatInstant(next, locale) }]
            : []),
          ...(handled ? [{ name: t("delivery.handled"), value: formatInstant(handled, locale) }] : []),
          { name: about, value: resource ? <Copyable value={resource} name={about} /> : "–" },
          { name: id, value: <Copyable value={delivery.id} name={id} /> },
        ]}
      />
    </DrawerSection>
  )
}
