import { createDataTableFilterHelper, type DataTableFilter } from "@medusajs/ui"
import type { OnchainTransaction } from "../../../types/http"
import type { Translate } from "../../i18n/translate"

const filters = createDataTableFilterHelper<OnchainTransaction>()

/** What the list of transactions can be narrowed down to. */
export function transactionFilters(t: Translate): DataTableFilter[] {
  return [
    filters.accessor("direction", {
      type: "radio",
      label: t("transactions.filter.direction"),
      options: ["in", "out"].map((value) => ({ value, label: t(`transactions.direction.${value}`) })),
    }),
    filters.accessor("type", {
      type: "string",
      label: t("transactions.filter.type"),
      placeholder: "receipt",
    }),
    filters.accessor("token", {
      type: "string",
      label: t("transactions.filter.token"),
      placeholder: "USDC",
    }),
    filters.accessor("network_id", {
      type: "string",
      label: t("transactions.filter.network"),
      placeholder: "base-mainnet",
    }),
  ]
}
