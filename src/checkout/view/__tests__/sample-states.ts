import type {
  OnchainPaymentOptionsResponse,
  OnchainPaymentTransaction,
  OnchainPaymentView,
  OnchainReviewReason,
} from "../../../types/http"

const TX = "0x8a1f0c9e5d2b7a64c3f1e0d9b8a7968574635241302f1e0d9c8b7a6958473625"
const STELLAR_ISSUER = "GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN"

const unchosen = {
  kind: null,
  rail: null,
  chain: null,
  network_id: null,
  network_name: null,
  token: null,
  decimals: null,
  contract_address: null,
  amount: null,
  remaining_amount: null,
  deposit_address: null,
  expires_at: null,
  rate: null,
} satisfies Partial<OnchainPaymentView>

const over = { deposit_address: null, expires_at: "2026-11-24T11:50:00.000Z" }
const explorer = { tx_url: `https://basescan.org/tx/${TX}`, address_url: null }
const transaction = {
  ...{ tx_hash: TX, tx_url: explorer.tx_url, amount: "17", token: "USDC", network_name: "Base" },
  is_in_review: false,
}
const seen = {
  ...{ tx_hash: TX, has_seen_payment: true, received_amount: "17", can_choose: false },
  transactions: [transaction],
}
const finished = { remaining_amount: "0", paid_at: "2026-11-24T12:00:00.000Z" }
/** Money in review, which the payment itself does not know. */
const arrived = (
  review_reason: OnchainReviewReason,
  money: Partial<OnchainPaymentTransaction> = {}
): Partial<OnchainPaymentView> => ({
  ...{ ...over, status: "needs_review", can_choose: false, review_reason },
  transactions: [{ ...transaction, is_in_review: true, ...money }],
})

/** What the page says of each mistake; all look like the first. */
export const MISTAKES = {
  late: arrived("expired"),
  token: arrived("token", { token: "ETH", amount: "0.01" }),
  network: arrived("network", { network_name: "Ethereum" }),
  memo: arrived("memo", { network_name: "Stellar" }),
}

/** In two parts, and then once more. */
const twice = [
  { ...transaction, is_in_review: true },
  { ...transaction, amount: "8.6" },
  { ...transaction, amount: "8.4" },
]

/** Every state a payer can see, as overrides of an awaiting payment. */
export const STATES = {
  choose: { status: "choose", ...unchosen },
  preparing: { status: "preparing", deposit_address: null },
  awaiting: {},
  reusable: { kind: "auto_deposit", expires_at: null },
  claimed: { claimed_tx_hash: TX },
  native: {
    token: "ETH",
    decimals: 18,
    contract_address: null,
    amount: "0.005243",
    remaining_amount: "0.005243",
    rail: "evm:base-mainnet:ETH",
  },
  solana: {
    chain: "sol",
    network_id: "sol-mainnet",
    network_name: "Solana",
    rail: "sol:sol-mainnet:USDC",
    deposit_address: "7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv",
    contract_address: "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
  },
  memo: {
    chain: "stellar",
    network_id: "stellar-mainnet",
    network_name: "Stellar",
    rail: "stellar:stellar-mainnet:USDC",
    decimals: 7,
    canonical_asset_id: `stellar:USDC:${STELLAR_ISSUER}`,
    contract_address: STELLAR_ISSUER,
    deposit_address: "GBRPYHIL2CI3FNQ4BXLFMNDLFJUNPU2HY3ZMFSHONUCEOASW7QC7OX2H",
    memo: "18446744073709551615",
  },
  partial: {
    status: "partially_paid",
    received_amount: "8.5",
    remaining_amount: "8.5",
    has_seen_payment: true,
    can_choose: true,
  },
  order_partial: { status: "order_paid_in_part", order_outstanding: "8.5", ...over },
  seen: { status: "confirming", ...seen, confirmations: 0, confirmations_required: 12, explorer },
  confirming: { status: "confirming", ...seen, confirmations: 5, confirmations_required: 64, explorer },
  unknown_progress: { status: "confirming", ...seen, confirmations: 3 },
  paid: { status: "paid", ...seen, ...over, ...finished, explorer },
  paid_twice: { status: "paid", ...seen, ...over, ...finished, transactions: twice },
  overpaid: {
    status: "paid",
    ...seen,
    ...over,
    ...finished,
    received_amount: "18.7",
    overpaid_amount: "1.7",
    explorer,
  },
  expired: { status: "expired", ...over },
  expired_for_good: { status: "expired", ...over, can_choose: false },
  expired_seen: { status: "expired", ...over, has_seen_payment: true },
  failed: { status: "failed", ...over },
  cancelled: { status: "cancelled", ...over, can_choose: false },
  superseded: { status: "superseded", ...over, can_choose: false },
  nothing_due: { status: "nothing_due", ...over, can_choose: false, fiat_amount: "0" },
  address_unavailable: { status: "address_unavailable", kind: "auto_deposit", ...over, expires_at: null },
  review: { status: "needs_review", ...over, ...seen, review_reason: "other" },
  late: { status: "needs_review", ...over, ...seen, review_reason: "late" },
  late_quote: MISTAKES.late,
  not_placed: { status: "needs_review", ...over, ...seen, review_reason: "not_placed" },
  review_partial: {
    status: "needs_review",
    ...over,
    ...seen,
    received_amount: "8.5",
    review_reason: "partial",
  },
  sandbox: { environment: "sandbox" },
} as const satisfies Record<string, Partial<OnchainPaymentView>>

export type StateName = keyof typeof STATES
export const STATE_NAMES = Object.keys(STATES) as StateName[]

const option = (id: string, network_name: string, amount: string) => {
  const [chain = "", network_id = "", token = ""] = id.split(":")
  const named = { id, chain, network_id, network_name, token, label: `${token} on ${network_name}` }
  return { ...named, amount, currency_code: "usd", canonical_asset_id: null }
}

const NETWORKS = {
  "base-mainnet": ["Base", "USDC", "ETH"],
  "eth-mainnet": ["Ethereum", "USDC", "USDT", "ETH"],
  "arbitrum-mainnet": ["Arbitrum One", "USDC", "USDT", "ETH"],
  "optimism-mainnet": ["OP Mainnet", "USDC", "ETH"],
  "polygon-mainnet": ["Polygon", "USDC", "USDT", "POL"],
  "bnb-mainnet": ["BNB Smart Chain", "USDC", "USDT", "BNB"],
  "avalanche-mainnet": ["Avalanche C-Chain", "USDC", "AVAX"],
  "sol-mainnet": ["Solana", "USDC"],
  "stellar-mainnet": ["Stellar", "USDC"],
}

/** The options of a shop that takes everything: 20. */
export const MANY_OPTIONS: OnchainPaymentOptionsResponse = {
  payment_options: Object.entries(NETWORKS).flatMap(([id, [name = "", ...tokens]]) =>
    tokens.map((token) =>
      option(`evm:${id}:${token}`, name, /USD/.test(token) ? "17" : "0.005243123456789012")
    )
  ),
  unavailable: [],
}

export const OPTIONS: OnchainPaymentOptionsResponse = {
  payment_options: [
    option("evm:base-mainnet:USDC", "Base", "17"),
    option("sol:sol-mainnet:USDC", "Solana", "17"),
    option("stellar:stellar-mainnet:USDC", "Stellar", "17"),
    option("evm:eth-mainnet:USDT", "Ethereum", "17.02"),
    option("evm:eth-mainnet:ETH", "Ethereum", "0.005243"),
  ],
  unavailable: [
    {
      id: "evm:bnb-mainnet:BNB",
      chain: "evm",
      network_id: "bnb-mainnet",
      network_name: "BNB Smart Chain",
      token: "BNB",
      label: "BNB on BNB Smart Chain",
      reason: "rate_stale",
    },
  ],
}
