import { createDataTableFilterHelper, type DataTableFilter } from "@medusajs/ui"
import type { OnchainWithdrawal } from "../../../types/http"
import type { Translate } from "../../i18n/translate"
import { WITHDRAWAL_STATE_WORDING } from "../../i18n/withdrawal-wording"

const filters = createDataTableFilterHelper<OnchainWithdrawal>()

/** What the list of withdrawals can be narrowed down to. */
export function withdrawalFilters(t: Translate): DataTableFilter[] {
  return [
    filters.accessor("state", {
      type: "multiselect",
      label: t("withdrawals.filter.state"),
      options: Object.keys(WITHDRAWAL_STATE_WORDING).map((value) => ({
        value,
        label: t(`withdrawalState.${value}.name`),
      })),
    }),
    filters.accessor("kind", {
      type: "radio",
      label: t("withdrawals.filter.kind"),
      options: ["treasury", "refund"].map((value) => ({ value, label: t(`withdrawals.kind.${value}`) })),
    }),
    filters.accessor("token", {
      type: "string",
      label: t("withdrawals.filter.token"),
      placeholder: "USDC",
    }),
    filters.accessor("network_id", {
      type: "string",
      label: t("withdrawals.filter.network"),
      placeholder: "base-mainnet",
    }),
  ]
}
