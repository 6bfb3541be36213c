import type { SetupFacts } from "../../domain/health/setup-steps"

/** Payments of the sandbox are not real. */
export type OnchainEnvironment = SetupFacts["environment"]

/** What a list answers beside its rows. */
export type OnchainListPage = {
  /** Exact up to 100. Beyond, there are at least so many, and `is_count_exact` is false. */
  count: number
  is_count_exact: boolean
  limit: number
  offset: number
}

/** A network, as the provider identifies it. */
export type OnchainNetwork = { chain: string; network_id: string; network_name: string }

/** A token on its network. */
export type OnchainAsset = OnchainNetwork & { token: string; canonical_asset_id: string | null }

/** An order of Medusa; `display_id` is its number. */
export type OnchainOrderRef = { id: string; display_id: number | null }

/** A customer of Medusa. */
export type OnchainCustomerRef = { id: string; email: string | null; name: string | null }

/** Money of an order: major units, rounded half up to the smallest unit of the currency, and its ISO 4217 code in lower case. */
export type OnchainFiat = { fiat_amount: string; currency_code: string }

/** Block explorer URLs; null when the explorer or the value is unknown. */
export type OnchainExplorerLinks = { tx_url: string | null; address_url: string | null }

/** An entry of the audit log. `by` is null for the provider or a job. */
export type OnchainHistoryEntry = {
  /** ISO 8601. */
  at: string
  /** Such as `withdrawal.confirmed`. */
  action: string
  by: string | null
}

/** What the provider said when it refused, as plain text for operators. `request_id` is for its support. */
export type OnchainProviderAnswer = {
  message: string | null
  details: readonly string[]
  request_id: string | null
}

/** A sentence for a person as data: `code` names its text in every language, `params` fill it. */
export type OnchainSentence = { code: string; params: Readonly<Record<string, OnchainSentenceParam>> }

export type OnchainSentenceParam =
  string | number | OnchainSentence | readonly (string | number | OnchainSentence)[]
