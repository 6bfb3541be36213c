import { compareAmounts } from "../gateway/amount"
import { findToken } from "../gateway/asset"

type Asset = { chain: string; network_id: string; token: string; canonical_asset_id: string | null }

/** Money that could pay an order. `value` in major units; null when it is not known. */
export type ApplicableMoney = Asset & { value: string | null; currency_code: string }

/** An order that money could pay. `outstanding` in major units, "0" when nothing is owed. */
export type ApplicationTarget = {
  isCancelled: boolean
  status: string
  outstanding: string
  currency_code: string
  /** What its payments ask, or asked, for. */
  assets: readonly Asset[]
  /** Other money is being applied to it. */
  hasApplication: boolean
  /** A payment of its own has its money and is not booked yet, or not known to be: what is outstanding may be paid. */
  isBeingCaptured: boolean
}

const OPEN_STATUSES = ["pending", "requires_action"]

/**
 * Why money cannot pay an order, in the operator's words.
 *
 * @returns null when it can
 */
export function reasonAgainstApplying(money: ApplicableMoney, order: ApplicationTarget): string | null {
  if (money.value === null) return "What arrived is not known in this currency, so it cannot pay an order."
  if (order.isCancelled) return "The order is cancelled."
  if (!OPEN_STATUSES.includes(order.status)) return `The order is ${order.status}.`
  if (order.currency_code !== money.currency_code)
    return `The order is in ${order.currency_code}, and the payment was priced in ${money.currency_code}.`
  if (compareAmounts(order.outstanding, "0") === 0) return "Nothing is owed on the order."
  if (compareAmounts(order.outstanding, money.value) < 0)
    return `Only ${order.outstanding} ${order.currency_code} is owed on the order, less than the ${money.value} that arrived.`
  if (!order.assets.some((asset) => isSameAsset(asset, money)))
    return `No payment of the order asks for ${money.token} on this network.`
  if (order.isBeingCaptured)
    return "A payment of the order is being captured right now. Try again in a moment."
  if (order.hasApplication) return "Other money is being applied to the order right now."
  return null
}

function isSameAsset(left: Asset, right: Asset): boolean {
  return findToken([toWire(left)], toWire(right)) !== undefined
}

function toWire({ chain, network_id, token, canonical_asset_id }: Asset) {
  return { chain, networkId: network_id, token, canonicalAssetId: canonical_asset_id }
}
