import type { Translate } from "../i18n/translate"

/** What an order is called. A payment without an order is a cart that becomes one. */
export function orderName(order: { id: string; display_id: number | null } | null, t: Translate): string {
  if (!order) return t("action.cart")
  if (order.display_id === null) return t("action.orderWithoutNumber", { id: order.id })
  return t("action.order", { number: order.display_id })
}
