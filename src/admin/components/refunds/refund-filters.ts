import { createDataTableFilterHelper, type DataTableFilter } from "@medusajs/ui"
import type { OnchainRefund, OnchainRefundKind, OnchainRefundState } from "../../../types/http"
import type { Translate } from "../../i18n/translate"

const filters = createDataTableFilterHelper<OnchainRefund>()

const STATES = Object.keys({
  due: true,
  quoted: true,
  confirmed: true,
  sent: true,
  done: true,
} satisfies Record<OnchainRefundState, true>)
const KINDS = Object.keys({
  order: true,
  surplus: true,
  unallocated: true,
} satisfies Record<OnchainRefundKind, true>)

/** What the list of refunds can be narrowed down to. */
export function refundFilters(t: Translate): DataTableFilter[] {
  return [
    filters.accessor("state", {
      type: "multiselect",
      label: t("refunds.filter.state"),
      options: STATES.map((value) => ({ value, label: t(`refundState.${value}.name`) })),
    }),
    filters.accessor("kind", {
      type: "radio",
      label: t("refunds.filter.kind"),
      options: KINDS.map((value) => ({ value, label: t(`refundKind.${value}`) })),
    }),
  ]
}
