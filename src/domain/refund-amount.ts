import { compareAmounts, formatAmount, parseAmount, truncateAmount } from "../gateway/amount"
import { toFraction } from "./fraction"
import type { PayoutProblem } from "./payout-codes"
import type { RefundRate } from "./refund-lifecycle"

/**
 * A refund of the same payment that is being paid or was paid. `fiat` in major units, the others in token units: the part of
 * what arrived that it stands for, and what is paid out for it.
 */
export type ActiveRefund = { fiat: string; share: string; tokens: string }

export type RefundProblem = PayoutProblem<
  "over_refund" | "exceeds_received" | "too_small" | "no_rate" | "unknown_amount"
>

/** Decimals in token units. */
export type RefundAmount = {
  tokens: string
  share: string
  /** What whoever chooses this rate has to know, in words; null when there is nothing. */
  note: string | null
}

/** A payment and what is owed of it. Amounts are decimal texts. */
export type RefundQuestion = {
  /** To refund, in major units. */
  fiat: string
  /** Of the payment, in major units: what Medusa captured for it. */
  captured: string
  /** In token units; null where the service told no more than that all of it came. */
  received: string | null
  expected: string
  /** Of the token. */
  decimals: number
  /** Refunds of the payment that are under way or done, this one left out. */
  active: readonly ActiveRefund[]
  /** What refunds for whatever reasons leave of all that came, in token units; null where that is not known. */
  room: string | null
  basis: RefundRate
  /** Today's, in units of the currency for one token; needed for `today`. */
  price?: string | null | undefined
  /** For the words. */
  token: string
  currencyCode: string
}

/** What a payment had, and what is left of it. Never more than came, and nothing is negative. */
export type RefundSums = {
  /** Major units. */
  capturedFiat: string
  refundedFiat: string
  leftFiat: string
  /** Token units: what came, up to what was asked for; what came on top is owed back by itself. */
  receivedTokens: string
  refundedTokens: string
  leftTokens: string
}

/**
 * Turns a refund of an order into tokens.
 *
 * At the rate of the payment it is the same part of the tokens that came as of the money that was captured, rounded down;
 * the refund that takes the last of the money takes the last of the tokens, so that no dust stays behind. Where others took
 * more than their part, it is what they have left. Today's rate can never take more tokens than are left.
 *
 * @throws AmountError when a text is no decimal, or the expected amount says more than the token can hold
 */
export function refundAmount(question: RefundQuestion): RefundAmount | RefundProblem {
  const { fiat, decimals, basis, price, token, currencyCode } = question
  const { fiatOf, scale, left } = leftOf(question)
  const currency = currencyCode.toUpperCase()
  const wanted = fiatOf(fiat)
  if (wanted > left.fiat)
    return problem(
      "over_refund",
      `Only ${fiatText(left.fiat, scale)} ${currency} of the payment are left to refund. ${SETTLE_OTHERWISE}`
    )
  if (wanted === 0n) return problem("too_small", "There is nothing to refund.")
  if (left.tokens === 0n) return problem("exceeds_received", NOTHING_LEFT)
  const share = wanted === left.fiat ? left.share : (left.share * wanted) / left.fiat
  const tokens = basis === "payment" ? least(share, left.tokens) : tokensFor(fiat, price, decimals)
  if (tokens === null)
    return problem(
      "no_rate",
      `There is no price of ${token} in ${currency} today. Take the rate of the payment.`
    )
  const inTokens = (units: bigint) => `${formatAmount(units, decimals)} ${token}`
  if (tokens > left.tokens)
    return problem(
      "exceeds_received",
      `It comes to ${inTokens(tokens)}, and only ${inTokens(left.tokens)} of the payment are left. Take the rate of the payment.`
    )
  if (tokens === 0n)
    return problem("too_small", `It is less than the smallest amount of ${token}. ${SETTLE_OTHERWISE}`)
  const rest: Sums = { fiat: left.fiat - wanted, share: left.share - share, tokens: left.tokens - tokens }
  const inFiat = `${fiatText(rest.fiat, scale)} ${currency}`
  const note =
    basis === "payment"
      ? noteOfLess({ share, tokens, inTokens })
      : noteOfMore({ share, tokens, inTokens, rest, inFiat })
  return { tokens: formatAmount(tokens, decimals), share: formatAmount(share, decimals), note }
}

type Noted = { share: bigint; tokens: bigint; inTokens: (units: bigint) => string }

function noteOfLess({ share, tokens, inTokens }: Noted): string | null {
  if (tokens === share) return null
  return (
    `Its part of what came is ${inTokens(share)}. Other refunds of the payment took more than theirs, ` +
    `so ${inTokens(tokens)} are left for it.`
  )
}

/** What it takes beyond its part is missing for whatever of the money is refunded later. */
function noteOfMore({
  share,
  tokens,
  inTokens,
  rest,
  inFiat,
}: Noted & { rest: Sums; inFiat: string }): string | null {
  if (rest.fiat === 0n || tokens <= share || rest.tokens >= rest.share) return null
  return (
    `It takes ${inTokens(tokens - share)} more than its part of what came. ` +
    `For the other ${inFiat} of the payment ${inTokens(rest.tokens)} are left then.`
  )
}

const NOTHING_LEFT =
  "All that came of the payment is paid back or on its way. Pay it by other means and note it as settled."

/**
 * Why a payout of so much would bring nobody anything: the service takes its fee out of it.
 *
 * @param tokens decimal in token units
 * @param fee of the last quotes for this asset; null where there was none lately
 * @returns words with the way out; null when something would arrive, as far as is known
 */
export function feeProblem(tokens: string, fee: string | null, token: string): string | null {
  if (fee === null || compareAmounts(tokens, fee) > 0) return null
  return `It comes to ${tokens} ${token}, and the provider's fee of a payout was ${fee} ${token} when it was last quoted, so nothing would arrive. ${SETTLE_OTHERWISE}`
}

/** How a refund ends that cannot be paid out. */
export const SETTLE_OTHERWISE = "Pay it by other means, or leave it, and note it as settled with the reason."

/** @throws AmountError as {@link refundAmount} */
export function refundSums(
  question: Pick<RefundQuestion, "captured" | "received" | "expected" | "decimals" | "active" | "room">
): RefundSums {
  const { fiatOf, scale, left, came, spent } = leftOf({ ...question, fiat: "0" })
  const { decimals } = question
  return {
    capturedFiat: fiatText(fiatOf(question.captured), scale),
    refundedFiat: fiatText(spent.fiat, scale),
    leftFiat: fiatText(left.fiat, scale),
    receivedTokens: formatAmount(came, decimals),
    refundedTokens: formatAmount(spent.tokens, decimals),
    leftTokens: formatAmount(left.tokens, decimals),
  }
}

/**
 * What to pay for a refund that is owed in tokens: as recorded, or as entered where nobody has told.
 *
 * @param owed.recorded of the refund, decimal in token units
 * @param owed.entered by the operator
 */
export function tokensOwed(owed: {
  recorded: string | null
  entered: string | null | undefined
  decimals: number
  token: string
}): { tokens: string } | RefundProblem {
  const { recorded, entered, decimals, token } = owed
  const text = recorded ?? entered
  if (text === null || text === undefined)
    return problem("unknown_amount", `Nobody knows how much arrived. Enter the amount in ${token}.`)
  // What was recorded came from the service and may say more than the token can hold; what a person enters is exact.
  const tokens =
    recorded === null ? parseAmount(text, decimals) : parseAmount(truncateAmount(text, decimals), decimals)
  if (tokens === 0n) return problem("too_small", "There is nothing to refund.")
  return { tokens: formatAmount(tokens, decimals) }
}

type Sums = { fiat: bigint; share: bigint; tokens: bigint }

/** Fiat amounts are whole numbers of one scale, fine enough for each of them; tokens are base units. */
function leftOf(
  question: Pick<
    RefundQuestion,
    "fiat" | "captured" | "received" | "expected" | "decimals" | "active" | "room"
  >
) {
  const { fiat, captured, decimals, active, room } = question
  const texts = [fiat, captured, ...active.map((refund) => refund.fiat)]
  const scale = texts.map((text) => toFraction(text).scale).reduce((most, one) => (one > most ? one : most))
  const fiatOf = (text: string) => {
    const { value, scale: own } = toFraction(text)
    return (value * scale) / own
  }
  const came = tokensThatCame(question)
  const spent: Sums = {
    fiat: sum(active.map((refund) => fiatOf(refund.fiat))),
    share: sum(active.map((refund) => parseAmount(refund.share, decimals))),
    tokens: sum(active.map((refund) => parseAmount(refund.tokens, decimals))),
  }
  const left: Sums = {
    fiat: notNegative(fiatOf(captured) - spent.fiat),
    share: notNegative(came - spent.share),
    tokens: least(
      notNegative(came - spent.tokens),
      room === null ? came : notNegative(parseAmount(room, decimals))
    ),
  }
  return { fiatOf, scale, came, spent, left }
}

/** Up to what was asked for: a surplus is a refund of its own. A payment that came short is worth what came. */
function tokensThatCame({
  received,
  expected,
  decimals,
}: Pick<RefundQuestion, "received" | "expected" | "decimals">): bigint {
  const asked = parseAmount(expected, decimals)
  if (received === null) return asked
  const came = parseAmount(truncateAmount(received, decimals), decimals)
  return came < asked ? came : asked
}

/** Rounded down. */
function tokensFor(fiat: string, price: string | null | undefined, decimals: number): bigint | null {
  if (price === null || price === undefined) return null
  const [money, rate] = [toFraction(fiat), toFraction(price)]
  if (rate.value === 0n) return null
  return (money.value * rate.scale * 10n ** BigInt(decimals)) / (money.scale * rate.value)
}

function fiatText(value: bigint, scale: bigint): string {
  const decimals = scale.toString().length - 1
  const digits = value.toString().padStart(decimals + 1, "0")
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n)
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}

function notNegative(value: bigint): bigint {
  return value < 0n ? 0n : value
}

function problem(code: RefundProblem["code"], words: string): RefundProblem {
  return { code, words }
}
