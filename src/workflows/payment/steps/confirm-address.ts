import type { MedusaContainer } from "@medusajs/framework/types"
import { isReusableAddressChain } from "../../../domain/collection"
import { isSameAddress } from "../../../domain/intent-terms"
import { GatewayError } from "../../../gateway/client/errors"
import { isAddressRefusal } from "../../../modules/onchain/address-book"
import { reasonOf } from "../../../modules/onchain/error-reason"
import type { PaymentRow } from "../../../modules/onchain/payment-row"
import type { AddressSource } from "./payment-to-view"

/** A page is not kept waiting for longer; it says that the address cannot be confirmed, and tries again by itself. */
const PATIENCE_MS = 5_000

/** Whether a payment goes to a customer's own address, which is asked for anew before every display. */
export function hasReusableAddress(payment: PaymentRow): boolean {
  return payment.kind === "auto_deposit" && isReusableAddressChain(payment.chain)
}

/**
 * Asks the service for the address of a payment that is about to be shown.
 *
 * What the row remembers never stands in for an answer.
 *
 * @see service-interface "Endpoints", rule 3
 */
export async function confirmAddress(
  container: MedusaContainer,
  payment: PaymentRow
): Promise<AddressSource> {
  const { addresses, payments } = container.resolve("onchain")
  if (payment.customer_id === null || payment.address_refused_at !== null) return { kind: "refused" }
  const rail = { chain: payment.chain, networkId: payment.network_id }
  try {
    const address = await withinPatience(addresses.display(payment.customer_id, rail))
    if (address === null) return { kind: "refused" }
    if (payment.deposit_address !== null && !isSameAddress(payment.chain, address, payment.deposit_address)) {
      await payments.refuseAddress(payment.id, "changed")
      return { kind: "refused" }
    }
    if (payment.deposit_address === null) await payments.note(payment.id, { deposit_address: address })
    return { kind: "confirmed", address }
  } catch (error) {
    if (isAddressRefusal(error)) await payments.note(payment.id, { last_error: reasonOf(error) })
    else if (!(error instanceof GatewayError)) throw error
    return { kind: "refused" }
  }
}

/** @returns null when there is no answer in time; the question goes on, and each failed attempt is in the log */
async function withinPatience(question: Promise<string>): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), PATIENCE_MS)
  })
  try {
    return await Promise.race([question, patience])
  } finally {
    clearTimeout(timer)
  }
}
