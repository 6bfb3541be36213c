import type {
  OnchainBalance,
  OnchainPayoutAsset,
  OnchainPayoutLimit,
  OnchainRequestWithdrawalBody,
} from "../../types/http"

/** What the form for a new withdrawal holds; empty where nothing is chosen or written. */
export type RequestValues = { destinationId: string; assetKey: string; amount: string; note: string }

export const EMPTY_REQUEST: RequestValues = { destinationId: "", assetKey: "", amount: "", note: "" }

type Asset = { chain: string; network_id: string; token: string; canonical_asset_id: string | null }

/** Names an asset within the form. */
export function assetKey({ network_id, token, canonical_asset_id }: Omit<Asset, "chain">): string {
  return [network_id, token, canonical_asset_id ?? ""].join("|")
}

/**
 * What the treasury can pay out of an asset. The service may name its identity in the catalog and leave it out of the
 * balance, or the other way round; the token on its network counts then.
 *
 * @returns decimal in token units; "0" when the service holds none of it, null when nobody can tell which balance is meant
 */
export function availableOf(asset: Asset, balances: OnchainBalance[]): string | null {
  const exact = balances.find((balance) => assetKey(balance) === assetKey(asset))
  if (exact) return exact.total
  const [first, ...others] = balances.filter((balance) => isSameAsset(asset, balance))
  if (!first) return "0"
  return others.length > 0 ? null : first.total
}

function isSameAsset(asset: Asset, balance: Asset): boolean {
  if (balance.chain !== asset.chain || balance.network_id !== asset.network_id) return false
  const [wanted, given] = [asset.canonical_asset_id, balance.canonical_asset_id]
  return wanted !== null && given !== null ? wanted === given : balance.token === asset.token
}

/** The limits that count for an asset. The server decides; this is for reading. */
export function limitsOf(asset: Asset, limits: OnchainPayoutLimit[]): OnchainPayoutLimit[] {
  return limits.filter(
    (limit) =>
      limit.token === asset.token &&
      (limit.network_id === null || limit.network_id === asset.network_id) &&
      (limit.canonical_asset_id === null || limit.canonical_asset_id === asset.canonical_asset_id)
  )
}

const AMOUNT = /^\d+(?:\.(\d+))?$/

/**
 * What is wrong with an amount as it was written, by the key of its words. An empty one is only missing.
 *
 * @param decimals of the token, or null when they are not known
 */
export function amountProblem(
  text: string,
  decimals: number | null
): "notAnAmount" | "nothing" | "tooPrecise" | null {
  if (text === "") return null
  const [matched, fraction = ""] = AMOUNT.exec(text) ?? []
  if (matched === undefined) return "notAnAmount"
  if (!/[1-9]/.test(text)) return "nothing"
  if (decimals !== null && fraction.replace(/0+$/, "").length > decimals) return "tooPrecise"
  return null
}

/**
 * The body of the request, once everything that is needed is there.
 *
 * @param asset the chosen one
 * @param requestId made once for these values
 * @returns null while something is missing or wrong
 */
export function toRequestBody(
  values: RequestValues,
  asset: OnchainPayoutAsset | undefined,
  requestId: string
): OnchainRequestWithdrawalBody | null {
  const { destinationId, amount } = values
  if (!destinationId || !asset || amount === "" || amountProblem(amount, asset.decimals) !== null) return null
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
