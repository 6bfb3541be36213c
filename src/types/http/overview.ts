import type { OnchainAsset, OnchainEnvironment, OnchainOrderRef } from "./row"
import type { AttentionKind, AttentionSeverity, AttentionScreen } from "../../domain/health/attention"
import type { OnchainHealthCheck } from "./health"

/**
 * What waits for a person. `recovery` is money that the provider cannot book by itself and that no other item shows, `contradicted` a payment or a
 * withdrawal that the provider reports otherwise, `withdrawal_failed` one that the provider refused or failed, and
 * `withdrawal_unknown` one whose outcome nobody knows.
 */
export type OnchainAttentionKind = AttentionKind

/** `error`: money may be at risk. `warning`: an exception. `info`: daily work. */
export type OnchainAttentionSeverity = AttentionSeverity

/** One thing that needs an operator. */
export type OnchainAttentionItem = {
  kind: OnchainAttentionKind
  severity: OnchainAttentionSeverity
  /** Where it opens: a drawer, a page, or, for `balances`, a list. The dashboard knows the paths. */
  screen: AttentionScreen
  /** What `screen` opens: the id of the deposit, payment, refund, withdrawal, destination, delivery or transaction. */
  subject_id: string
  /** ISO 8601: when it began to need attention. */
  since: string
  /** Decimal in token units; null where it is unknown, or nothing is paid. */
  amount: string | null
  token: string | null
  chain: string | null
  network_id: string | null
  network_name: string | null
  /** In major units, where money of an order is meant. */
  fiat_amount: string | null
  currency_code: string | null
  payment_id: string | null
  order: OnchainOrderRef | null
  /** Plain text of at most 320 characters. */
  customer_email: string | null
  /**
   * A code that says more, such as the assignment status of a deposit, why money has no order, or the event of a
   * delivery. May be unknown: the provider's own words are passed on, at most 64 characters.
   */
  reason: string | null
}

/** Everything that needs an operator. */
export type OnchainAttention = {
  /** Up to 1,000 each. Zero for what the caller may not see. */
  counts: Record<OnchainAttentionKind, number>
  total: number
  /** False where a count stopped at 1,000. */
  is_count_exact: boolean
  /** The first 20: the most severe first, the oldest of each severity first. */
  items: OnchainAttentionItem[]
}

/** Answer of `GET /admin/onchain/environment`. Every page and box of the dashboard says it when it is the sandbox. */
export type OnchainEnvironmentResponse = { environment: OnchainEnvironment }

/** Answer of `GET /admin/onchain/attention`. */
export type OnchainAttentionResponse = OnchainAttention

/** Money captured on one UTC day in one token. */
export type OnchainReceivedDay = OnchainAsset & {
  /** `YYYY-MM-DD` in UTC. */
  day: string
  /** Payments. */
  count: number
  /** Decimal in token units. */
  amount: string
  /** Per currency: payments, their tokens, and `amount` in major units at the rate of each payment. */
  fiat: { currency_code: string; amount: string; count: number; token_amount: string }[]
}

/** Money received in the last 30 days. */
export type OnchainReceived = {
  /** First and last day, `YYYY-MM-DD` in UTC; 30 days with today. */
  from: string
  to: string
  /** Days without money are absent. Oldest first. */
  days: OnchainReceivedDay[]
  /** The lines of `days` that are of today. */
  today: OnchainReceivedDay[]
  /** The sums of `days`, one line per token and network. */
  total: Omit<OnchainReceivedDay, "day">[]
}

/** Why there is no fiat value: `no_rate` has no price now, `no_decimals` an asset that the catalog does not have. */
export type OnchainOverviewValueProblem = "no_rate" | "no_decimals" | "slow"

/** The balance of one asset, with its value in the currency of the store. */
export type OnchainOverviewBalance = OnchainAsset & {
  /** Withdrawable, decimal in token units. */
  available: string
  /** On its way out; not part of `available`. Decimal in token units. */
  on_its_way: string
  /** At today's rate, in major units of `currency_code` of the balances; null with `problem`. */
  fiat_amount: string | null
  problem: OnchainOverviewValueProblem | null
}

/** Why the balances are absent. `slow`: the provider did not answer within three seconds. */
export type OnchainOverviewBalancesProblem = "unreachable" | "slow"

/** The balances of the overview, with their total value. */
export type OnchainOverviewBalances = {
  /** The store's currency, lower case. */
  currency_code: string
  /** Null with `problem`. */
  balances: OnchainOverviewBalance[] | null
  problem: OnchainOverviewBalancesProblem | null
  /** The sum of those with a value, in major units; null where none has. */
  fiat_total: string | null
  /** The provider's list was read to its end. */
  is_complete: boolean
}

/** The last health check, in one line. */
export type OnchainOverviewHealth = {
  /** Null before the first check after the plugin was installed. */
  status: OnchainHealthCheck["status"] | null
  /** The most severe check; null when all are ok. */
  check: OnchainHealthCheck | null
  /** Checks that are not ok. */
  problem_count: number
  /** ISO 8601: when it was checked. */
  checked_at: string | null
}

/** Answer of `GET /admin/onchain/overview`. */
export type OnchainOverviewResponse = {
  attention: OnchainAttention
  /** Null where the caller may not read payments. */
  received: OnchainReceived | null
  /** Null where the caller may not read balances. */
  balances: OnchainOverviewBalances | null
  health: OnchainOverviewHealth
  /** There was never a payment: the screen shows the setup steps. */
  is_empty: boolean
}
