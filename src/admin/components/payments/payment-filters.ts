import { createDataTableFilterHelper, type DataTableFilter } from "@medusajs/ui"
import type { Translate } from "../../i18n/translate"
import { UNALLOCATED_WORDING } from "../../i18n/unallocated-wording"

const filters = createDataTableFilterHelper<{ resolution: string; reason: string }>()

/** What the list of payments without an order can be narrowed down to. */
export function paymentFilters(t: Translate): DataTableFilter[] {
  return [
    filters.accessor("resolution", {
      type: "radio",
      label: t("payments.filter.resolution"),
      options: ["waiting", "done"].map((value) => ({ value, label: t(`payments.resolution.${value}`) })),
    }),
    filters.accessor("reason", {
      type: "multiselect",
      label: t("payments.filter.reason"),
      options: Object.keys(UNALLOCATED_WORDING).map((value) => ({
        value,
        label: t(`unallocated.${value}.title`),
      })),
    }),
  ]
}
