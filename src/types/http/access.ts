/** Why somebody may not move money out. */
export type OnchainPayoutRefusal = "payouts_off" | "payouts_api_key" | "payouts_not_allowed"

/** The largest amounts of one token, in token units. */
export type OnchainPayoutLimit = {
  token: string
  /** Null when it counts on every network. */
  network_id: string | null
  canonical_asset_id: string | null
  per_withdrawal: string | null
  per_day: string | null
  /** Sent within the last 24 hours, in token units. */
  used_today: string
}

/** An asset of the catalog, and whether it can be paid out. */
export type OnchainPayoutAsset = {
  chain: string
  network_id: string
  network_name: string
  token: string
  canonical_asset_id: string | null
  decimals: number | null
  is_possible: boolean
  /** Why not, in words for the operator. */
  reason: string | null
}

/** Answer of `GET /admin/onchain/payouts`: for whoever asks. */
export type OnchainPayoutAccessResponse = {
  payouts: {
    is_on: boolean
    code: OnchainPayoutRefusal | null
    /** Why not, in words for the operator. */
    reason: string | null
    approval: "none" | "second_user"
    limits: OnchainPayoutLimit[]
    assets: OnchainPayoutAsset[]
  }
}
