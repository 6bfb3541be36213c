import type { OnchainRefundDetail } from "../../types/http"

/** In place of a destination's id. */
export const NEW_ADDRESS = "new"
export const ASK_CUSTOMER = "ask"

export type RefundStep =
  "quote" | "save_address" | "ask_address" | "approve_address" | "decline_address" | "settle"

/** What the sentence of the drawer says beside the state. */
export type RefundSituation =
  "off" | "choose" | "asked" | "proposed" | "changed" | "declined" | "expired" | "ready" | "void"

export type NextStep = {
  /** Null where the payout has the next step, or the customer. */
  primary: RefundStep | null
  others: RefundStep[]
  /** Null where the sentence of the state says it. */
  situation: RefundSituation | null
}

type Refund = Pick<OnchainRefundDetail, "state" | "address_request" | "destinations" | "choices">

/**
 * Where a refund goes unless the operator chooses: to the address that was approved for it, or to the only one
 * that the customer has. Never to the sender of the payment, which may be an exchange.
 *
 * @returns id of a destination, `ASK_CUSTOMER`, or "" for none
 */
export function preselected({ destinations, address_request: request, choices }: Refund): string {
  const approved = destinations.find(({ id }) => id === request?.destination_id)
  if (approved) return approved.id
  if (request?.state === "proposed") return ""
  const [only, ...others] = destinations
  if (only) return others.length === 0 && !only.is_observed_sender ? only.id : ""
  const isAsked = request?.state === "open" && request.is_link_open
  return !isAsked && choices.ask_address.is_possible ? ASK_CUSTOMER : ""
}

/**
 * The one next step of a refund, what else can be done, and what to say.
 *
 * @param chosen by the operator: a destination, `NEW_ADDRESS`, `ASK_CUSTOMER`, or "" for nothing
 * @param mayPay whether the operator may move money out
 */
export function nextStep(refund: Refund, chosen: string, mayPay: boolean): NextStep {
  const { state, address_request: request } = refund
  const isProposed = request?.state === "proposed"
  const decisions: RefundStep[] = isProposed ? ["approve_address", "decline_address"] : []
  // Its payout has the next step. A changed address takes the approval of the quoted one back.
  if (state === "quoted" && isProposed) return { primary: null, others: decisions, situation: "void" }
  if (state !== "due") return { primary: null, others: [], situation: null }
  const to = chosen || preselected(refund)
  const primary = primaryOf(to, request, mayPay)
  const all: RefundStep[] = [...decisions, "ask_address", "settle"]
  return {
    primary,
    others: all.filter((step) => step !== primary),
    situation: situationOf(request, to, mayPay),
  }
}

function primaryOf(to: string, request: Refund["address_request"], mayPay: boolean): RefundStep | null {
  if (to === ASK_CUSTOMER) return "ask_address"
  if (!mayPay) return "settle"
  if (to === NEW_ADDRESS) return "save_address"
  if (to === "" && request?.state === "proposed") return "approve_address"
  // The customer has the next step.
  return to === "" && request?.state === "open" ? null : "quote"
}

function situationOf(
  request: OnchainRefundDetail["address_request"],
  to: string,
  mayPay: boolean
): RefundSituation {
  if (request?.state === "proposed")
    return request.proposal !== null && request.proposal.revision > 1 ? "changed" : "proposed"
  if (!mayPay) return "off"
  if (to !== "" && to !== NEW_ADDRESS && to !== ASK_CUSTOMER) return "ready"
  switch (request?.state) {
    case "open":
      return "asked"
    case "declined":
    case "expired":
      return request.state
    default:
      return "choose"
  }
}
