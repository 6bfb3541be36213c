import { Text } from "@medusajs/ui"
import type { OnchainOrderPayment } from "../../../types/http"
import { formatInstant } from "../../format/instant"
import { useTexts } from "../../hooks/use-texts"
import { describeEvent, eventAmount } from "../../orders/timeline"

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
        {events.map((one, index) => (
          <li key={`${one.at} ${index}`} className="flex flex-col">
            <Text size="small" leading="compact" className="break-words">
              {told(describeEvent(one.event, t), eventAmount(one, locale))}
            </Text>
            <Text size="xsmall" className="text-ui-fg-subtle break-words">
              {told(formatInstant(one.at, locale), one.by)}
            </Text>
          </li>
        ))}
      </ol>
    </div>
  )
}

const told = (what: string, more: string | null) => (more === null ? what : `${what} · ${more}`)
