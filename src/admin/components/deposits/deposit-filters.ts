import { createDataTableFilterHelper, type DataTableFilter } from "@medusajs/ui"
import type { OnchainDeposit, OnchainDepositState } from "../../../types/http"
import { ASSIGNMENT_WORDING } from "../../i18n/deposit-wording"
import type { Translate } from "../../i18n/translate"

const filters = createDataTableFilterHelper<OnchainDeposit & { customer_id: string }>()

const STATES = Object.keys({
  in_review: true,
  acting: true,
  assigned: true,
  accepted: true,
  refund_pending: true,
  refunded: true,
} satisfies Record<OnchainDepositState, true>)

/** What the list can be narrowed down to. */
export function depositFilters(t: Translate): DataTableFilter[] {
  return [
    filters.accessor("state", {
      type: "multiselect",
      label: t("deposits.filter.state"),
      options: STATES.map((value) => ({ value, label: t(`state.${value}`) })),
    }),
    filters.accessor("assignment_status", {
      type: "multiselect",
      label: t("deposits.filter.reason"),
      options: Object.keys(ASSIGNMENT_WORDING).map((value) => ({
        value,
        label: t(`assignment.${value}.title`),
      })),
    }),
    filters.accessor("token", { type: "string", label: t("deposits.filter.token"), placeholder: "USDC" }),
    filters.accessor("network_id", {
      type: "string",
      label: t("deposits.filter.network"),
      placeholder: "base-mainnet",
    }),
    filters.accessor("customer_id", {
      type: "string",
      label: t("deposits.filter.customer"),
      placeholder: "cus_…",
    }),
  ]
}
