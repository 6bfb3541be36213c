import { AmountError, compareAmounts, formatAmount, multiplyDivide, parseAmount } from "../../gateway/amount"

/** Below these the service records nothing, or refuses. In USD, as the service counts. */
export type ServiceMinimums = {
  /** For a deposit without an invoice of its own; null when nobody knows. */
  intentUsd: string | null
  /** For any invoice, beside the fee. */
  invoiceUsd: string
}

/** The plan's fee for an invoice: a percentage of it, at least the minimum. */
export type InvoiceFee = { percent: string; minimumUsd: string }

/** What decides whether an amount is too small. */
export type AmountFacts = {
  /** In token units, as decimal text. */
  amount: string
  /** USD for one token; null when no source says. */
  usdPrice: string | null
  minimums: ServiceMinimums
  fee: InvoiceFee
  /** Largest amounts that the service refused lately for being too small, in token units. */
  refused: { invoice?: string | undefined; intent?: string | undefined }
}

/** `minimum_unknown`: without a price in USD nobody can tell. Public, as `RateProblem`. */
export type MinimumProblem = "below_minimum" | "minimum_unknown"

/** For a service whose minimum nobody knows. Too high costs a signed-in shopper only his reusable address. */
export const ASSUMED_INTENT_MINIMUM_USD = "10"
/** The highest of the documented plans, for a service whose plan cannot be read. */
export const HIGHEST_FEE: InvoiceFee = { percent: "0.95", minimumUsd: "0.10" }
/**
 * An intent's amount must exceed the minimum by this share: a price moves until the money arrives, the service has prices of its own, and
 * what then falls below its minimum leaves no record.
 */
export const INTENT_MARGIN_BPS = 1_000
/** A refusal of more than this is not about a minimum, and must not hide a rail. */
const MOST_LEARNED_USD = "25"
const USD_DECIMALS = 18

/** What an amount is worth at most in USD, rounded down; null without a price. */
export function worthInUsd({ amount, usdPrice }: Pick<AmountFacts, "amount" | "usdPrice">): string | null {
  if (usdPrice === null) return null
  return formatAmount(multiplyDivide(amount, { times: usdPrice }, USD_DECIMALS, "down"), USD_DECIMALS)
}

/**
 * Why no invoice of this amount can be opened; null when it can.
 *
 * The service refuses such an invoice before it shows an address, so an amount of unknown worth may be tried.
 */
export function refuseInvoice(facts: AmountFacts): MinimumProblem | null {
  const { amount, minimums, fee, refused } = facts
  if (wasRefused(amount, refused.invoice)) return "below_minimum"
  const worth = worthInUsd(facts)
  if (worth === null) return null
  return compareAmounts(worth, minimums.invoiceUsd) < 0 || !leavesNet(worth, fee) ? "below_minimum" : null
}

/**
 * Why no intent of this amount can be announced; null when it can.
 *
 * Money below the minimum leaves no record at the service, so an amount of unknown worth is not tried.
 */
export function refuseIntent(facts: AmountFacts): MinimumProblem | null {
  const { amount, minimums, refused } = facts
  if (wasRefused(amount, refused.intent)) return "below_minimum"
  if (!hasIntentMinimum(minimums)) return null
  const worth = worthInUsd(facts)
  if (worth === null) return "minimum_unknown"
  return compareAmounts(worth, leastIntentUsd(minimums)) < 0 ? "below_minimum" : null
}

/** Whether an intent needs a price in USD. */
export function hasIntentMinimum(minimums: ServiceMinimums): boolean {
  return compareAmounts(leastIntentUsd(minimums), "0") > 0
}

/** The smallest worth of an intent, with its margin. @example leastIntentUsd({ intentUsd: "5", invoiceUsd: "0" }) // "5.5" */
export function leastIntentUsd({ intentUsd }: ServiceMinimums): string {
  const times = formatAmount(BigInt(10_000 + INTENT_MARGIN_BPS), 4)
  const least = multiplyDivide(intentUsd ?? ASSUMED_INTENT_MINIMUM_USD, { times }, USD_DECIMALS, "up")
  return formatAmount(least, USD_DECIMALS)
}

/** Whether a refusal for its amount is remembered as a minimum: only of a small one whose worth is known. */
export function isLearned(facts: Pick<AmountFacts, "amount" | "usdPrice">): boolean {
  const worth = worthInUsd(facts)
  return worth !== null && compareAmounts(worth, MOST_LEARNED_USD) <= 0
}

/** @throws nothing: figures that cannot be read are those of no plan */
export function readFee({
  invoiceFeePercent,
  minimumFeeUsd,
}: {
  invoiceFeePercent?: string | undefined
  minimumFeeUsd?: string | undefined
}): InvoiceFee {
  return {
    percent: figureOr(invoiceFeePercent, HIGHEST_FEE.percent),
    minimumUsd: figureOr(minimumFeeUsd, HIGHEST_FEE.minimumUsd),
  }
}

function figureOr(text: string | undefined, otherwise: string): string {
  try {
    if (text !== undefined) parseAmount(text, USD_DECIMALS)
    return text ?? otherwise
  } catch (error) {
    if (error instanceof AmountError) return otherwise
    throw error
  }
}

function leavesNet(worth: string, { percent, minimumUsd }: InvoiceFee): boolean {
  const share = multiplyDivide(worth, { times: percent, by: "100" }, USD_DECIMALS, "up")
  const net = parseAmount(worth, USD_DECIMALS)
  return net > share && compareAmounts(worth, minimumUsd) > 0
}

function wasRefused(amount: string, refused: string | undefined): boolean {
  return refused !== undefined && compareAmounts(amount, refused) <= 0
}
