import type { OnchainDeposit, OnchainDepositDetail } from "../../types/http"
import { decimalDifference, formatDecimal } from "./format"
import type { Texts, Translate } from "./texts"

/** By email, which is what people search for. */
export function customerName(customer: OnchainDeposit["customer"], t: Translate): string {
  return customer ? (customer.email ?? customer.name ?? customer.id) : t("detail.unknown")
}

/** A payment without an order belongs to a cart. */
export function orderName(order: { id: string; display_id: number | null } | null, t: Translate): string {
  if (!order) return t("name.cart")
  if (order.display_id === null) return t("name.orderWithoutNumber", { id: order.id })
  return t("name.order", { number: order.display_id })
}

export function networkName({
  network_id: id,
  network_name: name,
}: Record<"network_id" | "network_name", string>) {
  return name === id ? id : `${name} (${id})`
}

type Arrived = Pick<OnchainDepositDetail, "amount" | "token"> & {
  expected: { amount: string | null; token: string | null } | null
}

export function describeDifference({ amount, token, expected }: Arrived, { t, locale }: Texts): string {
  if (expected?.token && token !== expected.token) return t("difference.token")
  const difference = amount && expected?.amount ? decimalDifference(amount, expected.amount) : null
  if (!difference) return t("difference.unknown")
  if (difference.sign === 0) return t("difference.none")
  const size = `${formatDecimal(difference.size, locale)} ${token ?? ""}`.trim()
  return t(difference.sign < 0 ? "difference.less" : "difference.more", { amount: size })
}
