import { compareAmounts, subtractAmounts } from "../../gateway/amount"
import { findToken } from "../../gateway/asset"
import {
  type ApprovalProblem,
  type PayoutAccess,
  type PayoutActor,
  type PayoutRefusal,
  personOf,
  reasonAgainstApproval,
} from "../payout/payout-gate"
import type { PaymentFacts, PaymentOutcome, PaymentResolution } from "./payment-status"
import { coveredBy, fiatValueOf } from "./received-amount"
import { assetOf } from "./settlement"

type Asset = Parameters<typeof assetOf>[0]

type Payer = Pick<PaymentFacts, "customer_id" | "proposed_order_id" | "proposed_by">

/** An order that money could pay. `outstanding` in major units. */
export type ApplicationTarget = {
  id: string
  customer_id: string | null
  /** The money was sent for this order: it went to the address of a payment of it. */
  isMeant: boolean
  isCancelled: boolean
  status: string
  outstanding: string
  currency_code: string
  assets: readonly Asset[]
  /** Other money is being applied to it. */
  hasApplication: boolean
  /** A payment of its own has its money and may not be booked yet: what is outstanding may be paid. */
  isBeingCaptured: boolean
}

/** Who applies money. `refusal`: why they may not move money out; null when they may. */
export type Applier = { actor: PayoutActor; refusal: PayoutRefusal | null; access: PayoutAccess }

/** `actorId`: null when the plugin found that the order was already paid. */
export type ResolutionChoice = { actorId: string | null } & (
  | {
      resolution: "apply"
      orderId: string
      target: ApplicationTarget
      applier: Applier
      currencyDecimals: number
    }
  | { resolution: "refund_due" }
  | { resolution: "keep"; note: string }
)

/** Why money cannot pay an order. Amounts in major units. */
export type ApplicationRefusal =
  | { code: "value_unknown" | "order_cancelled" | "nothing_owed" | "order_busy" | "application_running" }
  | { code: "order_not_open"; status: string }
  | { code: "other_currency"; order: string; payment: string }
  | { code: "less_owed"; outstanding: string; currency: string; value: string }
  | { code: "other_asset"; token: string }
  | { code: "other_customer"; why: PayoutRefusal }
  | { code: "not_approved"; why: ApprovalProblem }

/** Why money cannot be resolved: `decided` already, or in a state that needs no decision. */
export type ResolutionRefusal = ApplicationRefusal | { code: "decided" } | { code: "not_waiting" }

/** `outstandingAmount`: what the order still owes then; null when nothing. */
type Application = { amount: string; outstandingAmount: string | null }

/**
 * `repeat` goes on with the same choice, which is not executed yet. `propose`: a second user has to choose the same order. Amounts
 * in major units, `tokenAmount` in token units.
 */
export type ResolutionDecision =
  | { kind: "record"; tokenAmount: string | null; application: Application | null }
  | { kind: "propose"; orderId: string; person: string | null }
  | { kind: "repeat" }
  | { kind: "refused"; refusal: ResolutionRefusal }

/** Decides about a choice for held money. The caller holds the lock of the row. */
export function decideResolution(payment: PaymentFacts, choice: ResolutionChoice): ResolutionDecision {
  const standing = standingOf(payment, choice)
  if (standing.kind !== "open") return standing
  const tokenAmount = coveredBy(choice.resolution, payment)
  if (choice.resolution !== "apply") return { kind: "record", tokenAmount, application: null }
  const { target, applier } = choice
  const amount = fiatValueOf(payment, choice.currencyDecimals)
  if (amount === null) return refused({ code: "value_unknown" })
  const refusal = refuseApplication({ ...payment, value: amount }, target, applier)
  if (refusal) return refused(refusal)
  const needsProposal = applier.access.approval !== "none" && isOfOtherCustomer(payment, target)
  if (needsProposal && !isProposed(payment, target, applier.access))
    return { kind: "propose", orderId: target.id, person: personOf(applier.actor) }
  const left = subtractAmounts(target.outstanding, amount)
  const outstandingAmount = compareAmounts(left, "0") === 0 ? null : left
  return { kind: "record", tokenAmount, application: { amount, outstandingAmount } }
}

const refused = (refusal: ResolutionRefusal) => ({ kind: "refused", refusal }) as const

/**
 * Whether a payment is still open to a choice, before anything else is read. Any operator may repeat an
 * application, which may need another try; other choices only their author.
 */
export function standingOf(
  payment: Pick<
    PaymentFacts,
    "state" | "resolution" | "resolved_by" | "resolution_done_at" | "applied_order_id"
  >,
  choice: { actorId: string | null } & (
    { resolution: "apply"; orderId: string } | { resolution: "refund_due" | "keep" }
  )
): { kind: "open" } | Exclude<ResolutionDecision, { kind: "record" | "propose" }> {
  const { resolution, applied_order_id } = payment
  if (resolution === null)
    return payment.state === "unallocated" ? { kind: "open" } : refused({ code: "not_waiting" })
  const isSame =
    resolution === choice.resolution &&
    payment.resolution_done_at === null &&
    (choice.resolution === "apply"
      ? applied_order_id === choice.orderId
      : payment.resolved_by === choice.actorId)
  return isSame ? { kind: "repeat" } : refused({ code: "decided" })
}

/** Why an operator cannot choose each resolution; null where it is possible. @param fiatValue null when unknown */
export function resolutionChoices(
  { state, resolution }: Pick<PaymentFacts, "state" | "resolution">,
  fiatValue: string | null
): Record<PaymentResolution, ResolutionRefusal | null> {
  const isOpen = state === "unallocated" && resolution === null
  const all = isOpen ? null : ({ code: resolution === null ? "not_waiting" : "decided" } as const)
  const isUnknown = isOpen && fiatValue === null
  return { apply: isUnknown ? { code: "value_unknown" } : all, refund_due: all, keep: all }
}

const OPEN_STATUSES = ["pending", "requires_action"]

/** `value` in major units; null when unknown. */
export type ApplicableMoney = Asset & Payer & Pick<PaymentFacts, "currency_code"> & { value: string | null }

/**
 * Why money cannot pay an order.
 *
 * Only users who may move money out apply it to another customer's order: the customer who paid loses it, as with a payout.
 *
 * @param applier null when the application was decided, and is executed
 */
export function refuseApplication(
  money: ApplicableMoney,
  order: ApplicationTarget,
  applier: Applier | null
): ApplicationRefusal | null {
  const { value, currency_code: payment, token } = money
  const { status, outstanding, currency_code: currency } = order
  if (value === null) return { code: "value_unknown" }
  if (order.isCancelled) return { code: "order_cancelled" }
  if (!OPEN_STATUSES.includes(status)) return { code: "order_not_open", status }
  if (currency !== payment) return { code: "other_currency", order: currency, payment }
  if (compareAmounts(outstanding, "0") === 0) return { code: "nothing_owed" }
  if (compareAmounts(outstanding, value) < 0) return { code: "less_owed", outstanding, currency, value }
  if (!order.assets.some((asset) => isSameAsset(asset, money))) return { code: "other_asset", token }
  const refusal = applier && refuseApplier(money, order, applier)
  if (refusal) return refusal
  if (order.isBeingCaptured) return { code: "order_busy" }
  return order.hasApplication ? { code: "application_running" } : null
}

/**
 * Whether the customer of an order is not known to have paid this money. Two guests never count as one customer: anyone can type
 * another's email address.
 */
export function isOfOtherCustomer(
  money: Pick<Payer, "customer_id">,
  order: Pick<ApplicationTarget, "customer_id" | "isMeant">
): boolean {
  return !order.isMeant && (money.customer_id === null || money.customer_id !== order.customer_id)
}

function refuseApplier(
  money: Payer,
  order: ApplicationTarget,
  { actor, refusal, access }: Applier
): ApplicationRefusal | null {
  if (!isOfOtherCustomer(money, order)) return null
  if (refusal) return { code: "other_customer", why: refusal }
  if (!isProposed(money, order, access)) return null
  const { approval } = access
  const why = reasonAgainstApproval({ approval, actor, involved: [money.proposed_by] })
  return why && { code: "not_approved", why }
}

/** A proposal for another order, or of a user who may no longer move money out, does not count. */
function isProposed(
  { proposed_order_id, proposed_by }: Payer,
  order: Pick<ApplicationTarget, "id">,
  { allowedUsers }: PayoutAccess
): boolean {
  return proposed_order_id === order.id && proposed_by !== null && allowedUsers.includes(proposed_by)
}

function isSameAsset(left: Asset, right: Asset): boolean {
  return findToken([assetOf(left)], assetOf(right)) !== undefined
}

export type PaymentAction = "check_now" | "pay_link" | "send_link" | "refund"

export type PaymentChoiceFacts = {
  outcome: PaymentOutcome
  /** Attempts whose invoice may still change. */
  checkableCount: number
  isOfThisAccount: boolean
  /** Money is confirming, or settled and not captured yet. */
  isOnItsWay: boolean
  order: { isCancelled: boolean; isOwed: boolean } | null
  /** Messages have a channel, a page and a template. */
  areMessagesOn: boolean
  hasEmail: boolean
  /** In major units: what was captured, and all refunds of the order, due ones included. */
  fiatAmount: string
  refundedFiat: string
}

export type PaymentChoiceRefusal =
  | "nothing_to_check"
  | "other_account"
  | "no_order"
  | "order_cancelled"
  | "nothing_due"
  | "payment_on_its_way"
  | "messages_off"
  | "no_email"
  | "not_captured"
  | "all_refunded"

/** Why each action is impossible; null where it is possible. The action itself decides again. */
export function paymentChoices(
  facts: PaymentChoiceFacts
): Record<PaymentAction, PaymentChoiceRefusal | null> {
  const payLink = refusePayLink(facts)
  return {
    check_now: refuseCheck(facts),
    pay_link: payLink,
    send_link: payLink ?? refuseMessage(facts),
    refund: refuseRefund(facts),
  }
}

function refuseCheck({ checkableCount, isOfThisAccount }: PaymentChoiceFacts): PaymentChoiceRefusal | null {
  if (checkableCount === 0) return "nothing_to_check"
  return isOfThisAccount ? null : "other_account"
}

function refusePayLink({ order, isOnItsWay }: PaymentChoiceFacts): PaymentChoiceRefusal | null {
  if (order === null) return "no_order"
  if (order.isCancelled) return "order_cancelled"
  if (!order.isOwed) return "nothing_due"
  return isOnItsWay ? "payment_on_its_way" : null
}

function refuseMessage({ areMessagesOn, hasEmail }: PaymentChoiceFacts): PaymentChoiceRefusal | null {
  if (!areMessagesOn) return "messages_off"
  return hasEmail ? null : "no_email"
}

function refuseRefund(facts: PaymentChoiceFacts): PaymentChoiceRefusal | null {
  if (facts.outcome !== "captured") return "not_captured"
  if (facts.order === null) return "no_order"
  return compareAmounts(facts.refundedFiat, facts.fiatAmount) < 0 ? null : "all_refunded"
}
