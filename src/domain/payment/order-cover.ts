import { addAmounts, compareAmounts, subtractAmounts } from "../../gateway/amount"

/** What a payment session is to pay, and what else pays it. Amounts are decimals in major units, as text. */
export type CoverFacts = {
  /** Whether a cart pays by the collection; others are for placed orders. */
  isOfCart: boolean
  collection: string
  orderId: string | null
  /** Total of the order, which Medusa writes before it authorizes; null without an order. */
  order: string | null
  session: string
  /** What each other payment of the collection holds: authorized or captured, less refunds. */
  held: readonly string[]
  /** The same for payments of other collections of the order. */
  heldElsewhere: readonly string[]
  /** The captured part of `held`, which cannot lapse. */
  captured: readonly string[]
  capturedElsewhere: readonly string[]
  /** Open sessions of other providers: a store that splits a payment authorizes them beside ours. */
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
 * Other open sessions of ours do not count: each is for the whole amount, and one is captured.
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
  const covered = addAmounts(session, ...held, ...open)
  const missing = compareAmounts(due, covered) > 0 ? subtractAmounts(due, covered) : "0"
  return compareAmounts(missing, LESS_THAN_ANY_COIN) < 0 ? "0" : missing
}

/**
 * Whether other payments hold so much that this session's amount no longer fits.
 *
 * What another provider has authorized counts like a capture: it can be captured at any time. The only
 * session that was paid always fits, even when its order became cheaper. Money in other collections of the
 * order, as when a merchant marked one as paid, is compared with the order's total.
 */
export function isPaidOtherwise({
  collection,
  order,
  session,
  held,
  heldElsewhere,
}: Omit<CoverFacts, "isOfCart" | "orderId" | "open" | "captured" | "capturedElsewhere">): boolean {
  const here = addAmounts(...held)
  const withOwn = addAmounts(here, session)
  if (compareAmounts(here, "0") > 0 && compareAmounts(withOwn, collection) > 0) return true
  const elsewhere = addAmounts(...heldElsewhere)
  if (order === null || compareAmounts(elsewhere, "0") === 0) return false
  return compareAmounts(addAmounts(withOwn, elsewhere), addAmounts(order, LESS_THAN_ANY_COIN)) >= 0
}

/** Whether captures of other payments leave nothing due. Authorizations do not count: they may lapse. */
export function isCapturedOtherwise({ captured, capturedElsewhere, ...cover }: CoverFacts): boolean {
  return isPaidOtherwise({ ...cover, held: captured, heldElsewhere: capturedElsewhere })
}
