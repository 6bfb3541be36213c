import { compareAmounts } from "../gateway/amount"

/** What is to be paid by a payment session, and what else pays it. Amounts are decimals in major units, as text. */
export type CoverFacts = {
  /** Whether a cart pays by the collection; others are for orders that are placed. */
  isOfCart: boolean
  /** What the payment collection asks for. */
  collection: string
  /** The order of the collection; null while there is none. */
  orderId: string | null
  /** Total of the order of the collection, which Medusa writes before it authorizes; null while there is none. */
  order: string | null
  /** What the session is for. */
  session: string
  /** What each other payment of the collection holds: authorized or captured, less what was refunded. */
  held: readonly string[]
  /** The same for payments of other collections of the order. */
  heldElsewhere: readonly string[]
  /** Sessions of other providers that are open: a store that splits a payment authorizes them beside ours. */
  open: readonly string[]
}

/**
 * A sum that no currency can pay. Medusa hands the amount of a collection to a session as a JS number, which loses digits
 * after the 15th.
 */
const LESS_THAN_ANY_COIN = "0.0005"

/**
 * What would be left unpaid of an order if all its payments arrived.
 *
 * Other open sessions of ours do not count: each of them asks for the whole amount, and one is captured.
 *
 * @returns decimal in major units; "0" when all is covered
 * @example missingFrom({ collection: "27", order: null, session: "17", held: [], open: [] }) // "10"
 */
export function missingFrom({
  collection,
  order,
  session,
  held,
  open,
}: Pick<CoverFacts, "collection" | "order" | "session" | "held" | "open">): string {
  const due = order !== null && compareAmounts(order, collection) > 0 ? order : collection
  const scale = scaleOf([due, session, ...held, ...open])
  const left = toScaled(due, scale) - sum([session, ...held, ...open], scale)
  const missing = left > 0n ? fromScaled(left, scale) : "0"
  return compareAmounts(missing, LESS_THAN_ANY_COIN) < 0 ? "0" : missing
}

/**
 * Whether other payments hold so much that this session's amount no longer fits.
 *
 * What another provider has authorized counts like what it has captured: it can be captured at any time. A session that is the
 * only one to have been paid always fits, even when its order became cheaper. Money in other collections of the order, as when a
 * merchant marked one as paid, is compared with the order's total.
 */
export function isPaidOtherwise({
  collection,
  order,
  session,
  held,
  heldElsewhere,
}: Omit<CoverFacts, "isOfCart" | "orderId" | "open">): boolean {
  const scale = scaleOf([collection, order ?? "0", session, ...held, ...heldElsewhere, LESS_THAN_ANY_COIN])
  const own = toScaled(session, scale)
  const here = sum(held, scale)
  if (here > 0n && here + own > toScaled(collection, scale)) return true
  const elsewhere = sum(heldElsewhere, scale)
  if (order === null || elsewhere === 0n) return false
  return here + elsewhere + own >= toScaled(order, scale) + toScaled(LESS_THAN_ANY_COIN, scale)
}

function scaleOf(amounts: readonly string[]): number {
  return Math.max(...amounts.map((text) => text.split(".")[1]?.length ?? 0))
}

function sum(amounts: readonly string[], scale: number): bigint {
  return amounts.reduce((total, amount) => total + toScaled(amount, scale), 0n)
}

function toScaled(text: string, scale: number): bigint {
  const [whole = "0", fraction = ""] = text.split(".")
  return BigInt(whole + fraction.padEnd(scale, "0"))
}

function fromScaled(value: bigint, scale: number): string {
  const digits = value.toString().padStart(scale + 1, "0")
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, "")
  const whole = digits.slice(0, digits.length - scale)
  return scale === 0 || fraction === "" ? whole : `${whole}.${fraction}`
}
