import { createDataTableFilterHelper, type DataTableFilter } from "@medusajs/ui"
import type { OnchainDelivery } from "../../../types/http"
import type { Translate } from "../../i18n/translate"

const filters = createDataTableFilterHelper<OnchainDelivery>()

const STATES = Object.keys({
  dead: true,
  received: true,
  processing: true,
  processed: true,
  ignored: true,
} satisfies Record<OnchainDelivery["state"], true>)

/** What the list of webhooks can be narrowed down to. */
export function deliveryFilters(t: Translate): DataTableFilter[] {
  return [
    filters.accessor("state", {
      type: "radio",
      label: t("deliveries.filter.state"),
      options: STATES.map((value) => ({ value, label: t(`deliveryState.${value}.name`) })),
    }),
    filters.accessor("event", {
      type: "string",
      label: t("deliveries.filter.event"),
      placeholder: "invoice.paid",
    }),
  ]
}
