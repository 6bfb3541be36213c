import { createDataTableFilterHelper, type DataTableFilter } from "@medusajs/ui"
import type { OnchainDestination } from "../../../types/http"
import type { Translate } from "../../i18n/translate"

const filters = createDataTableFilterHelper<OnchainDestination>()

/** What the address book can be narrowed down to. */
export function destinationFilters(t: Translate): DataTableFilter[] {
  return [
    filters.accessor("state", {
      type: "radio",
      label: t("destinations.filter.state"),
      options: ["pending", "approved", "archived"].map((value) => ({
        value,
        label: t(`destinationState.${value}.name`),
      })),
    }),
    filters.accessor("purpose", {
      type: "radio",
      label: t("destinations.filter.purpose"),
      options: ["treasury", "refund"].map((value) => ({ value, label: t(`destinationPurpose.${value}`) })),
    }),
    filters.accessor("network_id", {
      type: "string",
      label: t("destinations.filter.network"),
      placeholder: "base-mainnet",
    }),
  ]
}
