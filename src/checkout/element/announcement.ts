import type { OnchainCheckout } from "../../types/http"
import { statusValues, statusWords } from "../view/status-words"
import { sayPlain, showAmount, type Words } from "../view/words"

/**
 * What a screen reader announces when a payment changes, or null. Each confirmation is announced.
 */
export function announce(words: Words, before: OnchainCheckout, after: OnchainCheckout): string | null {
  const [old, payment] = [before.payment, after.payment]
  if (payment.status === "awaiting_payment" && old.rail !== payment.rail)
    return sayPlain(words, "send", {
      amount: showAmount(words, payment.remaining_amount, payment.token),
      network: payment.network_name ?? "",
    })
  const isNews =
    old.status !== payment.status ||
    old.received_amount !== payment.received_amount ||
    old.review_reason !== payment.review_reason ||
    old.confirmations !== payment.confirmations
  if (!isNews) return null
  if (payment.status === "confirming" && payment.confirmations && payment.confirmations_required)
    return sayPlain(words, "confirming_of", {
      current: Math.min(payment.confirmations, payment.confirmations_required),
      required: payment.confirmations_required,
    })
  const { title, text } = statusWords(payment)
  const line = payment.status === "partially_paid" ? "partial_text" : text
  return `${sayPlain(words, title)}. ${sayPlain(words, line, statusValues(words, payment))}`
}

/**
 * The hosted page's title begins with the state; any other title is the shop's own, and stays.
 *
 * @example retitle(words, "Waiting for your payment · Shop", before, after) // "Paid · Shop"
 */
export function retitle(
  words: Words,
  title: string,
  before: OnchainCheckout,
  after: OnchainCheckout
): string {
  const nameOf = ({ payment }: OnchainCheckout) => sayPlain(words, statusWords(payment).title)
  const old = `${nameOf(before)} · `
  return title.startsWith(old) ? `${nameOf(after)} · ${title.slice(old.length)}` : title
}
