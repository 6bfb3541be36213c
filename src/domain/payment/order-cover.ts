import { addMoney, compareMoney, hasOneCurrency, isPayable, type Money, moneyLeft } from "../money"

/** What a payment session is to pay, and what else pays it. */
export type CoverFacts = {
  /** Whether a cart pays by the collection; others are for placed orders. */
  isOfCart: boolean
  collectionId: string
  collection: Money
  /** Of the collection's currency. */
  decimals: number
  orderId: string | null
  /** Total of the order, which Medusa writes before it authorizes; null without an order. */
  order: Money | null
  session: Money
  /** What each other payment of the collection holds: authorized or captured, less refunds. */
  held: readonly Money[]
  /** The same for payments of other collections of the order. */
  heldElsewhere: readonly Money[]
  /** The captured part of `held`, which cannot lapse. */
  captured: readonly Money[]
  capturedElsewhere: readonly Money[]
  /** Open sessions of other providers: a store that splits a payment authorizes them beside ours. */
  open: readonly Money[]
  /** Open sessions of ours: each is for the whole amount, and one is captured. */
  rivals: readonly Money[]
}

/**
 * Why a session cannot place its order: it is in another currency than something it is to be added to or compared
 * with, it leaves a part of the total unpaid, or it is for more than the total. `amount` is the difference.
 */
export type Misfit =
  { kind: "other_currency"; currencies: readonly string[] } | { kind: "missing" | "exceeds"; amount: Money }

/** The currencies that meet in a payment, when they are more than one; else null. */
export function findOtherCurrency(cover: CoverFacts): Misfit | null {
  const amounts = [
    ...[cover.session, cover.collection, ...(cover.order ? [cover.order] : [])],
    ...[...cover.held, ...cover.heldElsewhere, ...cover.open],
  ]
  if (hasOneCurrency(amounts)) return null
  return { kind: "other_currency", currencies: [...new Set(amounts.map(({ currency }) => currency))] }
}

/**
 * Decides whether a session fits the order that it is to place. Together with what else pays it has to cover the total as it
 * is now, and it may not be for more: Medusa deletes sessions under a running call, and creates earlier ones again with their
 * old amount and currency.
 *
 * Other open sessions of ours do not count: each is for the whole amount, and one is captured.
 *
 * @example findMisfit({ collection: usd("27"), session: usd("17"), ... }) // { kind: "missing", amount: usd("10") }
 */
export function findMisfit(cover: CoverFacts): Misfit | null {
  const { collection, order, session, held, open, decimals } = cover
  const other = findOtherCurrency(cover)
  if (other) return other
  const due = order !== null && compareMoney(order, collection) > 0 ? order : collection
  const missing = moneyLeft(due, addMoney(session, ...held, ...open))
  if (isPayable(missing.amount, decimals)) return { kind: "missing", amount: missing }
  const surplus = moneyLeft(session, due)
  return isPayable(surplus.amount, decimals) ? { kind: "exceeds", amount: surplus } : null
}

/**
 * Decides whether a session is for an order that was placed before. An order may cost more by now than what came for it, but of
 * two open sessions of ours the smaller one is for what its cart was before: its capture would leave no room for the other.
 */
export function findPlacedMisfit(cover: CoverFacts): Misfit | null {
  const misfit = findMisfit(cover)
  if (misfit?.kind !== "missing") return misfit?.kind === "other_currency" ? misfit : null
  const { session, rivals } = cover
  const isOutdone = rivals.some(
    (rival) => rival.currency === session.currency && isAbove(rival, session, cover)
  )
  return isOutdone ? misfit : null
}

/**
 * Whether other payments hold so much that this session's amount no longer fits. Only for amounts of one currency.
 *
 * What another provider has authorized counts like a capture: it can be captured at any time. The only
 * session that was paid always fits, even when its order became cheaper. Money in other collections of the
 * order, as when a merchant marked one as paid, is compared with the order's total.
 */
export function isPaidOtherwise(cover: CoverFacts): boolean {
  const { collection, order, session, held, heldElsewhere } = cover
  const withOwn = addMoney(session, ...held)
  if (holdsAnything(held) && isAbove(withOwn, collection, cover)) return true
  if (order === null || !holdsAnything(heldElsewhere)) return false
  return isAbove(addMoney(withOwn, ...heldElsewhere), order, cover)
}

/** Whether captures of other payments leave nothing due. Authorizations do not count: they may lapse. */
export function isCapturedOtherwise(cover: CoverFacts): boolean {
  return isPaidOtherwise({ ...cover, held: cover.captured, heldElsewhere: cover.capturedElsewhere })
}

function holdsAnything(amounts: readonly Money[]): boolean {
  return amounts.some((money) => compareMoney(money, { ...money, amount: "0" }) > 0)
}

/** By half of the smallest unit at most, it is rounding noise. */
function isAbove(sum: Money, limit: Money, { decimals }: CoverFacts): boolean {
  return isPayable(moneyLeft(sum, limit).amount, decimals)
}
