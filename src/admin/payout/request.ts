import type {
  OnchainBalance,
  OnchainTokenPrice,
  OnchainPayoutAsset,
  OnchainPayoutLimit,
  OnchainRequestWithdrawalBody,
} from "../../types/http"
import { decimalDifference, leftOf } from "../ui/format"

export type RequestValues = { destinationId: string; assetKey: string; amount: string; note: string }

export const EMPTY_REQUEST: RequestValues = { destinationId: "", assetKey: "", amount: "", note: "" }

export type Asset = { chain: string; network_id: string; token: string; canonical_asset_id: string | null }

export function assetKey({ network_id, token, canonical_asset_id }: Omit<Asset, "chain">): string {
  return [network_id, token, canonical_asset_id ?? ""].join("|")
}

/**
 * The provider may leave an asset's identity out of the catalog or the balance; then the token on its network
 * decides.
 */
function balancesOf(asset: Asset, balances: OnchainBalance[]): OnchainBalance[] {
  const exact = balances.find((balance) => assetKey(balance) === assetKey(asset))
  return exact ? [exact] : balances.filter((balance) => isSameAsset(asset, balance))
}

/** @returns decimal in token units; "0" when there is none, null when several balances match */
export function availableOf(asset: Asset, balances: OnchainBalance[]): string | null {
  const [first, ...others] = balancesOf(asset, balances)
  if (!first) return "0"
  return others.length > 0 ? null : first.total
}

export const priceOf = (asset: Asset, balances: OnchainBalance[]): OnchainTokenPrice | null =>
  balancesOf(asset, balances)[0]?.price ?? null

/** Tokens that can be paid out and of which there is most come first, by worth, else by name: what a list of twenty is opened for. */
export function byBalance(assets: readonly OnchainPayoutAsset[], balances: OnchainBalance[]) {
  const worthOf = (asset: OnchainPayoutAsset) => {
    const available = availableOf(asset, balances)
    if (!asset.is_possible || available === null) return 0
    // Only for the order.
    return Number(available) * Number(priceOf(asset, balances)?.price ?? 1)
  }
  return [...assets].sort(
    (a, b) =>
      Number(b.is_possible) - Number(a.is_possible) ||
      worthOf(b) - worthOf(a) ||
      a.token.localeCompare(b.token)
  )
}

/** The most that can be withdrawn now, in token units, within what is available and all limits; null while that is unknown. */
export function mostOf(available: string | null, limits: OnchainPayoutLimit[]): string | null {
  if (available === null) return null
  const left = limits.flatMap(({ per_withdrawal: each, per_day: day, sent_last_day: used }) => [
    ...(each === null ? [] : [each]),
    ...(day === null ? [] : [leftOf(day, used)]),
  ])
  return left.reduce(
    (least, limit) => (decimalDifference(limit, least)?.sign === -1 ? limit : least),
    available
  )
}

function isSameAsset(asset: Asset, balance: Asset): boolean {
  if (balance.chain !== asset.chain || balance.network_id !== asset.network_id) return false
  const [wanted, given] = [asset.canonical_asset_id, balance.canonical_asset_id]
  return wanted !== null && given !== null ? wanted === given : balance.token === asset.token
}

export function limitsOf(asset: Asset, limits: OnchainPayoutLimit[]): OnchainPayoutLimit[] {
  return limits.filter(
    (limit) =>
      limit.token === asset.token &&
      (limit.network_id === null || limit.network_id === asset.network_id) &&
      (limit.canonical_asset_id === null || limit.canonical_asset_id === asset.canonical_asset_id)
  )
}

const AMOUNT = /^\d+(?:\.(\d+))?$/

/** @param decimals of the token, null when unknown @param most what can be withdrawn now, null when unknown */
export function amountProblem(
  text: string,
  decimals: number | null,
  most: string | null = null
): "notAnAmount" | "nothing" | "tooPrecise" | "tooMuch" | null {
  if (text === "") return null
  const [matched, fraction = ""] = AMOUNT.exec(text) ?? []
  if (matched === undefined) return "notAnAmount"
  if (!/[1-9]/.test(text)) return "nothing"
  if (decimals !== null && fraction.replace(/0+$/, "").length > decimals) return "tooPrecise"
  return most !== null && decimalDifference(text, most)?.sign === 1 ? "tooMuch" : null
}

/** Null while something is missing or wrong. */
export function toRequestBody(
  values: RequestValues,
  asset: OnchainPayoutAsset | undefined,
  requestId: string,
  most: string | null = null
): OnchainRequestWithdrawalBody | null {
  const { destinationId, amount } = values
  if (!destinationId || !asset || amount === "" || amountProblem(amount, asset.decimals, most) !== null)
    return null
  const note = values.note.trim()
  return {
    request_id: requestId,
    destination_id: destinationId,
    token: asset.token,
    ...(asset.canonical_asset_id === null ? {} : { canonical_asset_id: asset.canonical_asset_id }),
    amount,
    ...(note ? { note } : {}),
  }
}

/** `crypto.randomUUID` is missing in a dashboard that is served without TLS. */
export function newRequestId(): string {
  return toUuid(crypto.getRandomValues(new Uint8Array(16)))
}

/** As version 4. @example toUuid(new Uint8Array(16)) // "00000000-0000-4000-8000-000000000000" */
export function toUuid(bytes: Uint8Array): string {
  const hex = Array.from(bytes, (byte, index) => {
    if (index === 6) return ((byte & 0x0f) | 0x40).toString(16)
    if (index === 8) return ((byte & 0x3f) | 0x80).toString(16)
    return byte.toString(16).padStart(2, "0")
  }).join("")
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-")
}

/** A sole one that is possible needs no choice. */
export function chosenAsset(assets: OnchainPayoutAsset[], key: string): OnchainPayoutAsset | undefined {
  const possible = assets.filter((asset) => asset.is_possible)
  const [sole, ...others] = possible
  if (key === "" && others.length === 0) return sole
  return possible.find((asset) => assetKey(asset) === key)
}
