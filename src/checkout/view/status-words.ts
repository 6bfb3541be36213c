import type {
  OnchainPayerStatus,
  OnchainPaymentTransaction,
  OnchainPaymentView,
  OnchainReviewReason,
} from "../../types/http"
import { type Key, showAmount, showFiat, type Words } from "./words"

/**
 * Seconds per block, by the first part of the network id. Rounded up from the networks' own figures of 2026-11. Only an
 * estimate for the payer.
 */
const BLOCK_SECONDS: Readonly<Record<string, number>> = {
  eth: 12,
  base: 2,
  optimism: 2,
  arbitrum: 0.3,
  polygon: 2,
  bnb: 1,
  avalanche: 2,
  stellar: 6,
  sol: 0.4,
}

/** Whole minutes that the remaining confirmations take, 0 for less than one; null when unknown. */
export function confirmationTime(payment: OnchainPaymentView): number | null {
  const [network = ""] = (payment.network_id ?? "").toLowerCase().split("-")
  const seconds = BLOCK_SECONDS[network]
  if (seconds === undefined || !payment.confirmations_required) return null
  const missing = Math.max(0, payment.confirmations_required - (payment.confirmations ?? 0))
  const left = missing * seconds
  return left < 60 ? 0 : Math.ceil(left / 60)
}

/** Where a transfer has a noticeable fee and is final after minutes. Every other network of {@link BLOCK_SECONDS} is cheap and fast. */
const DEAR = ["eth"]

/** What a transfer on a network costs and how long it takes, in words; null where we do not know. */
export function networkCost(networkId: string): Key | null {
  const [network = ""] = networkId.toLowerCase().split("-")
  if (!Object.hasOwn(BLOCK_SECONDS, network)) return null
  return DEAR.includes(network) ? "choose_dear" : "choose_cheap"
}

/** The attempt is over; another attempt may still pay the order. */
const ENDED = ["expired", "failed", "cancelled", "superseded", "nothing_due"] as const

/** Maps each status to what the page does. */
const PHASES = {
  /** An address is shown, and money is sent to it. */
  payable: ["awaiting_payment", "partially_paid"],
  /** Ends the updates: a cancelled payment can still receive money, and an operator can decide about one in review. */
  final: ["paid"],
  ended: ENDED,
  /** The payer may have sent something that the page does not show. */
  claimable: [...ENDED, "needs_review", "address_unavailable"],
} as const satisfies Record<string, readonly OnchainPayerStatus[]>

/** @example isOfStatus("expired", "ended") // true */
export function isOfStatus(status: OnchainPayerStatus, phase: keyof typeof PHASES): boolean {
  const statuses: readonly OnchainPayerStatus[] = PHASES[phase]
  return statuses.includes(status)
}

/** `tone` picks colour and icon; the text alone carries the meaning too. */
export type StatusWords = { title: Key; text: Key; tone: "neutral" | "busy" | "good" | "bad" }

const WORDS = {
  choose: { title: "choose_title", text: "choose_text", tone: "neutral" },
  preparing: { title: "preparing_title", text: "preparing_text", tone: "busy" },
  awaiting_payment: { title: "waiting", text: "waiting_text", tone: "neutral" },
  partially_paid: { title: "partial_title", text: "partial_next", tone: "busy" },
  order_paid_in_part: { title: "order_partial_title", text: "order_partial_text", tone: "neutral" },
  confirming: { title: "confirming_title", text: "confirming_text", tone: "busy" },
  paid: { title: "paid_title", text: "paid_text", tone: "good" },
  expired: { title: "expired_title", text: "expired_text", tone: "bad" },
  failed: { title: "failed_title", text: "expired_text", tone: "bad" },
  cancelled: { title: "cancelled_title", text: "cancelled_text", tone: "bad" },
  superseded: { title: "superseded_title", text: "superseded_text", tone: "bad" },
  nothing_due: { title: "nothing_due_title", text: "nothing_due_text", tone: "good" },
  address_unavailable: { title: "address_unavailable_title", text: "address_unavailable_text", tone: "bad" },
  needs_review: { title: "review_title", text: "review_text", tone: "neutral" },
} as const satisfies Record<OnchainPayerStatus, StatusWords>

/** Title and text of a payment's state. */
export function statusWords(payment: OnchainPaymentView): StatusWords {
  const { status, can_choose, review_reason, confirmations } = payment
  const words = WORDS[status]
  if (status === "confirming" && !confirmations) return { ...words, title: "seen_title", text: "seen_text" }
  if ((status === "expired" || status === "failed") && !can_choose)
    return { ...words, text: "cancelled_text" }
  if (status !== "needs_review" || review_reason === null) return words
  const { title = words.title, text, saysAmount = false } = REVIEW_WORDS[review_reason]
  if (saysAmount && reviewedMoney(payment).amount === null) return words
  return { ...words, title, text }
}

/** What the page says of each mistake. Without an amount, a sentence that says one is replaced by the general words. */
const REVIEW_WORDS: Record<OnchainReviewReason, { title?: Key; text: Key; saysAmount?: true }> = {
  late: { title: "late_title", text: "late_text" },
  expired: { title: "late_title", text: "expired_review_text", saysAmount: true },
  token: { title: "token_review_title", text: "token_review_text", saysAmount: true },
  network: { title: "network_review_title", text: "network_review_text", saysAmount: true },
  memo: { title: "memo_review_title", text: "memo_review_text", saysAmount: true },
  partial: { title: "review_partial_title", text: "review_partial_text", saysAmount: true },
  not_placed: { text: "not_placed_text" },
  other: { text: "review_text" },
}

/** The money that the page says is being checked. */
export function reviewedMoney(
  payment: OnchainPaymentView
): Pick<OnchainPaymentTransaction, "amount" | "token" | "network_name"> {
  const { received_amount: amount, token, network_name } = payment
  return (
    payment.transactions.find((money) => money.is_in_review) ?? {
      amount,
      token,
      network_name: network_name ?? "",
    }
  )
}

/** Values of the sentences of {@link statusWords}. */
export function statusValues(words: Pick<Words, "locale" | "direction">, payment: OnchainPaymentView) {
  const money = payment.status === "needs_review" ? reviewedMoney(payment) : null
  return {
    received: showAmount(words, money?.amount ?? payment.received_amount, money?.token ?? payment.token),
    amount: showAmount(words, payment.amount, payment.token),
    network: money?.network_name ?? payment.network_name ?? "",
    left: showAmount(words, payment.remaining_amount, payment.token),
    fiat: showFiat(words, payment.order_outstanding ?? "0", payment.currency_code),
  }
}
