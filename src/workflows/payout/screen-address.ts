import type { MedusaContainer } from "@medusajs/framework/types"
import { createHook, createStep, type Hook, StepResponse } from "@medusajs/framework/workflows-sdk"
import { z } from "zod"
import { payoutError } from "./payout-access"

/**
 * What the money is for: the store's own withdrawals, a customer's refund, or a deposit in review that goes back to its sender.
 */
export type ScreeningPurpose = "treasury" | "refund" | "deposit_refund"

/** An address that is about to become payable, for a handler of the hook `screenAddress`. */
export type AddressToScreen = {
  /** As its chain writes it. Null for a deposit whose sender the service does not name. */
  address: string | null
  /** Null for none. */
  memo: string | null
  chain: string
  network_id: string
  purpose: ScreeningPurpose
  /** Medusa's customer, guests included; null for the store's own address, and where nobody knows whose money it was. */
  customer_id: string | null
  order_id: string | null
  /** Medusa user or API key. */
  actor_id: string
}

/** An answer of another form fails the workflow: a screening that cannot be read allows nothing. */
const screeningVerdict = z.object({ allowed: z.boolean(), reason: z.string().optional() }).optional()

/** `reason`: why the address is refused, for the operator. */
export type ScreeningVerdict = z.infer<typeof screeningVerdict>

const NO_REASON = "The store's screening refuses this address."

const assertScreenedStepId = "assert-onchain-address-screened"

/**
 * Refuses what a handler has refused; no answer allows. Runs before anything is written.
 *
 * @throws MedusaError `not_allowed` with the handler's reason and the code `screening_refused`
 */
const assertScreenedStep = createStep(
  assertScreenedStepId,
  (verdict: ScreeningVerdict, _: { container: MedusaContainer }) => {
    if (verdict?.allowed === false) throw payoutError("screening_refused", verdict.reason ?? NO_REASON)
    return Promise.resolve(new StepResponse({ is_screened: true }))
  }
)

/**
 * The hook `screenAddress` of a workflow: a handler can refuse the address before anything is written.
 *
 * @returns for `hooks` of the workflow's response
 */
export function screenAddress(
  toScreen: AddressToScreen
): Hook<"screenAddress", AddressToScreen, ScreeningVerdict> {
  const hook = createHook("screenAddress", toScreen, { resultValidator: screeningVerdict })
  assertScreenedStep(hook.getResult())
  return hook
}
