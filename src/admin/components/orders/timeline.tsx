import { Text } from "@medusajs/ui"
import type { OnchainOrderPayment } from "../../../types/http"
import { formatDecimal } from "../../format/decimal"
import { formatInstant } from "../../format/instant"
import { useTexts } from "../../hooks/use-texts"
import { describeEvent } from "../../orders/timeline"

/** What happened to a payment, the oldest first. */
export function Timeline({ events }: { events: OnchainOrderPayment["timeline"] }) {
  const { t, locale } = useTexts()
  if (events.length === 0) return null
  return (
    <div className="flex flex-col gap-y-2">
      <Text size="small" className="text-ui-fg-subtle">
        {t("orderPayment.timeline")}
      </Text>
      <ol aria-label={t("orderPayment.timeline")} className="flex flex-col gap-y-2 border-l pl-3">
        {events.map(({ at, event, amount, by }, index) => (
          <li key={`${at} ${index}`} className="flex flex-col">
            <Text size="small" leading="compact" className="break-words">
              {[describeEvent(event, t), ...(amount === null ? [] : [formatDecimal(amount, locale)])].join(
                " · "
              )}
            </Text>
            <Text size="xsmall" className="text-ui-fg-subtle break-words">
              {[formatInstant(at, locale), ...(by === null ? [] : [by])].join(" · ")}
            </Text>
          </li>
        ))}
      </ol>
    </div>
  )
}
