import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import {
  standingOf,
  type ResolutionChoice,
  type ResolutionDecision,
} from "../../domain/payment/payment-resolution"
import { GatewayError } from "../../gateway/client/errors"
import { payoutError } from "../payout/payout-access"
import { codeInWords } from "../refusal-code"
import { executeResolution } from "./execute-resolution"
import { loadOrder } from "./order-record"
import { findApplier, loadAllowedNames, loadApplicationTarget } from "./queries/application-candidates"
import {
  decisionInWords,
  loadUnallocatedNames,
  mustFindUnallocated,
} from "./queries/view-unallocated-payments"
import { resolutionRefusalInWords } from "./words"

/** An operator's decision. `actor_type`: as Medusa authenticated the actor, "user" by default. `note`: why the money is kept. */
export type ResolvePaymentInput = { payment_id: string; actor_id: string; actor_type?: string } & (
  | { resolution: "apply"; order_id: string }
  | { resolution: "refund_due" }
  | { resolution: "keep"; note: string }
)

/**
 * Settled money without an order pays one, is owed back, or is kept. Moves no funds.
 *
 * Records the first of several choices, and executes it. The same choice again continues while it is not executed.
 *
 * @returns `is_pending` when a second user has to choose the same order
 * @throws MedusaError `not_found`; `not_allowed` with the reason, also when the choice has become impossible meanwhile; `forbidden` for
 * the order of another customer; `conflict` with who was faster
 */
export async function resolveUnallocatedPayment(
  container: MedusaContainer,
  input: ResolvePaymentInput
): Promise<{ payment_id: string; is_pending: boolean }> {
  const { payment_id } = input
  const decision = await decide(container, input)
  if (decision.kind === "refused") throw await refusalError(container, payment_id, decision)
  if (decision.kind === "propose") return { payment_id, is_pending: true }
  const end = await executeResolution(container, payment_id)
  if (!end.isDone) throw new MedusaError(MedusaError.Types.NOT_ALLOWED, end.reason)
  return { payment_id, is_pending: false }
}

async function decide(container: MedusaContainer, input: ResolvePaymentInput): Promise<ResolutionDecision> {
  const { payment_id, actor_id: actorId, resolution } = input
  const seen = await mustFindUnallocated(container, payment_id)
  const asked = resolution === "apply" ? { resolution, orderId: input.order_id } : { resolution }
  const standing = standingOf(seen, { actorId, ...asked })
  if (standing.kind !== "open") return standing
  const choice = await loadChoice(container, input)
  return container.resolve("onchain").resolutions.decide(seen.id, choice)
}

/** Reads what the decision needs from outside. More money may have arrived since it was held. */
async function loadChoice(container: MedusaContainer, input: ResolvePaymentInput): Promise<ResolutionChoice> {
  const { actor_id: actorId } = input
  if (input.resolution === "keep") return { actorId, resolution: "keep", note: input.note }
  const payment = await readAgain(container, input.payment_id)
  if (input.resolution === "refund_due") return { actorId, resolution: "refund_due" }
  const order = await loadOrder(container, input.order_id)
  if (!order) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no order ${input.order_id}.`)
  const target = await loadApplicationTarget(container, payment, order)
  const { currencies } = container.resolve("onchain")
  const currencyDecimals = await currencies.decimalsOf(payment.currency_code)
  const applier = await findApplier(container, { id: actorId, type: input.actor_type ?? "user" })
  return { actorId, resolution: "apply", orderId: order.id, target, applier, currencyDecimals }
}

async function readAgain(container: MedusaContainer, paymentId: string) {
  const seen = await mustFindUnallocated(container, paymentId)
  if (!seen.gateway_invoice_id) return seen
  try {
    return (await container.resolve("onchain").refreshPayment(seen)).payment
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      error.isRetryable
        ? `The provider did not answer how much arrived (${codeInWords(error)}). Nothing has changed; try again.`
        : `The provider refuses to show the invoice of this payment (${codeInWords(error)}), so it is not known how much arrived. Nothing has ` +
            "changed. The health page says why the call fails."
    )
  }
}

async function refusalError(
  container: MedusaContainer,
  paymentId: string,
  { refusal }: Extract<ResolutionDecision, { kind: "refused" }>
): Promise<MedusaError> {
  const row = await mustFindUnallocated(container, paymentId)
  const names = await loadUnallocatedNames(container, [row])
  const words = resolutionRefusalInWords(refusal, {
    decided: decisionInWords(row, names),
    allowed: await loadAllowedNames(container),
    fiat: names.fiat,
  })
  if (refusal.code === "other_customer" || refusal.code === "not_approved")
    return payoutError(refusal.why.code, words)
  const isConflict = refusal.code === "decided" || refusal.code === "not_waiting"
  return new MedusaError(isConflict ? MedusaError.Types.CONFLICT : MedusaError.Types.NOT_ALLOWED, words)
}
