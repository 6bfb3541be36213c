import { compareAmounts } from "../../gateway/amount"
import { findToken } from "../../gateway/asset"
import {
  type ApprovalProblem,
  type PayoutActor,
  type PayoutRefusal,
  personOf,
  reasonAgainstApproval,
} from "../payout/payout-gate"
import type { PayoutAccess } from "../payout/withdrawal-standing"
import type { PaymentOutcome, PaymentResolution, PaymentState } from "./payment-status"
import { type ArrivedMoney, coveredBy, fiatValueOf } from "./received-amount"

type Asset = { chain: string; network_id: string; token: string; canonical_asset_id: string | null }

export type ResolvablePayment = ArrivedMoney &
  Asset &
  Payer & {
    state: PaymentState
    currency_code: string
    resolution: PaymentResolution | null
    resolved_by: string | null
    resolution_done_at: Date | null
    applied_order_id: string | null
  }

/** Whose money it is, and what a first user proposed where a second one approves. */
type Payer = {
  /** The account that paid; null for a guest, and for money that nothing but an operator ties to a payment. */
  customer_id: string | null
  proposed_order_id: string | null
  /** The user, also behind an API key. */
  proposed_by: string | null
}

/** An order that money could pay. `outstanding` in major units, "0" when nothing is owed. */
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

/** Null when the plugin found that the order was already paid. */
type Choosing = { actorId: string | null }

/** Who applies money. `refusal`: why they may not move money out; null when they may. */
export type Applier = { actor: PayoutActor; refusal: PayoutRefusal | null; access: PayoutAccess }

export type ResolutionChoice = Choosing &
  (
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

/**
 * `repeat` goes on with the same choice, which is not executed yet. `propose`: a second user has to choose the same order. Amounts
 * in major units, `tokenAmount` in token units.
 */
export type ResolutionDecision =
  | { kind: "record"; tokenAmount: string | null; application: { amount: string; isInFull: boolean } | null }
  | { kind: "propose"; orderId: string; person: string | null }
  | { kind: "repeat" }
  | { kind: "refused"; refusal: ResolutionRefusal }

/** Decides whether a choice about unallocated money stands. The caller holds the lock of the row. */
export function decideResolution(payment: ResolvablePayment, choice: ResolutionChoice): ResolutionDecision {
  const standing = standingOf(payment, choice)
  if (standing.kind !== "open") return standing
  const tokenAmount = coveredBy(choice.resolution, payment)
  if (choice.resolution !== "apply") return { kind: "record", tokenAmount, application: null }
  const amount = fiatValueOf(payment, choice.currencyDecimals)
  if (amount === null) return { kind: "refused", refusal: { code: "value_unknown" } }
  const { target, applier } = choice
  const refusal = refuseApplication({ ...payment, value: amount }, target, applier)
  if (refusal) return { kind: "refused", refusal }
  if (needsProposal(payment, target, applier))
    return { kind: "propose", orderId: target.id, person: personOf(applier.actor) }
  const isInFull = compareAmounts(choice.target.outstanding, amount) === 0
  return { kind: "record", tokenAmount, application: { amount, isInFull } }
}

/**
 * Whether a payment is still open to a choice, before anything else is looked up. Any operator may repeat an
 * application, which may need another try; other choices only their author.
 */
export function standingOf(
  payment: Omit<ResolvablePayment, keyof ArrivedMoney | keyof Asset | keyof Payer | "currency_code">,
  choice: Choosing & ({ resolution: "apply"; orderId: string } | { resolution: "refund_due" | "keep" })
): { kind: "open" } | Exclude<ResolutionDecision, { kind: "record" | "propose" }> {
  const { resolution, resolution_done_at, resolved_by, applied_order_id } = payment
  if (resolution === null)
    return payment.state === "unallocated"
      ? { kind: "open" }
      : { kind: "refused", refusal: { code: "not_waiting" } }
  const isSame =
    resolution === choice.resolution &&
    resolution_done_at === null &&
    (choice.resolution === "apply" ? applied_order_id === choice.orderId : resolved_by === choice.actorId)
  return isSame ? { kind: "repeat" } : { kind: "refused", refusal: { code: "decided" } }
}

/** Which resolutions an operator has: null where possible. @param fiatValue what arrived; null when it is not known */
export function resolutionChoices(
  { state, resolution }: Pick<ResolvablePayment, "state" | "resolution">,
  fiatValue: string | null
): Record<PaymentResolution, ResolutionRefusal | null> {
  if (resolution !== null) return all({ code: "decided" })
  if (state !== "unallocated") return all({ code: "not_waiting" })
  return { apply: fiatValue === null ? { code: "value_unknown" } : null, refund_due: null, keep: null }
}

const all = (refusal: ResolutionRefusal) => ({ apply: refusal, refund_due: refusal, keep: refusal })

const OPEN_STATUSES = ["pending", "requires_action"]

/** `value` in major units; null when unknown. */
export type ApplicableMoney = Asset & Payer & { value: string | null; currency_code: string }

/**
 * Why money cannot pay an order.
 *
 * An order of another customer takes a user who may move money out: for the customer who paid, it is as if the money had left the
 * shop.
 *
 * @param applier null when that is decided, and the application is executed
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
  const isRefused = applier && refuseApplier(money, order, applier)
  if (isRefused) return isRefused
  if (order.isBeingCaptured) return { code: "order_busy" }
  return order.hasApplication ? { code: "application_running" } : null
}

/**
 * Whether it is not known that the customer of an order paid this money. Two orders of guests never count as those of one customer:
 * anyone can type the email address of another.
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

function needsProposal(money: Payer, order: ApplicationTarget, { access }: Applier): boolean {
  if (access.approval === "none" || !isOfOtherCustomer(money, order)) return false
  return !isProposed(money, order, access)
}

function isSameAsset(left: Asset, right: Asset): boolean {
  return findToken([toWire(left)], toWire(right)) !== undefined
}

function toWire({ chain, network_id, token, canonical_asset_id }: Asset) {
  return { chain, networkId: network_id, token, canonicalAssetId: canonical_asset_id }
}

type PaymentAction = "check_now" | "pay_link" | "send_link" | "refund"

export type PaymentChoiceFacts = {
  outcome: PaymentOutcome
  /** Attempts whose invoice the service may still report something new of. */
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

/** What stands against each action; null where it is possible. The action itself decides again. */
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

function refuseRefund({
  outcome,
  order,
  fiatAmount,
  refundedFiat,
}: PaymentChoiceFacts): PaymentChoiceRefusal | null {
  if (outcome !== "captured") return "not_captured"
  if (order === null) return "no_order"
  return compareAmounts(refundedFiat, fiatAmount) < 0 ? null : "all_refunded"
}
