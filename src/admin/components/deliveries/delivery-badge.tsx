import { StatusBadge } from "@medusajs/ui"
import type { OnchainDelivery } from "../../../types/http"
import { useTexts } from "../../hooks/use-texts"

/** Red needs a person, blue is worked on; green and grey are done. */
const COLORS = {
  received: "blue",
  processing: "blue",
  processed: "green",
  ignored: "grey",
  dead: "red",
} as const satisfies Record<OnchainDelivery["state"], string>

/** How a webhook stands, in words. */
export function DeliveryBadge({ state }: { state: OnchainDelivery["state"] }) {
  const { t } = useTexts()
  return (
    <StatusBadge color={COLORS[state]} className="whitespace-nowrap">
      {t(`deliveryState.${state}.name`)}
    </StatusBadge>
  )
}
