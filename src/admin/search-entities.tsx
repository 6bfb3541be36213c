import * as dashboard from "@medusajs/dashboard/lib"
import type { OnchainListedPayment } from "../types/http"

/** Medusa 2.20 was the first whose dashboard searches entities of plugins; an older one has no such function. */
const { defineSearchEntity }: Partial<typeof dashboard> = dashboard

/** Payments in the dashboard's search, found as on their own page. @see src/api/admin/search/add-payments.ts */
defineSearchEntity?.<OnchainListedPayment>("onchain_payment", {
  groupLabel: (t) => t("onchain:menu.payments"),
  transform: (payment) => ({
    id: payment.id,
    title: titleOf(payment),
    subtitle: payment.customer?.email ?? payment.id,
    to: `/onchain/payments/${payment.id}`,
    value: `onchain_payment:${payment.id}`,
  }),
})

/** @example "#1042 · 17 USDC" */
function titleOf({
  order,
  token,
  expected_amount,
  fiat_amount,
  currency_code,
  id,
}: OnchainListedPayment): string {
  const name = order === null ? id : order.display_id === null ? order.id : `#${order.display_id}`
  const amount =
    token === null || expected_amount === null
      ? `${fiat_amount} ${currency_code.toUpperCase()}`
      : `${expected_amount} ${token}`
  return `${name} · ${amount}`
}
