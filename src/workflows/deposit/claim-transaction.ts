import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { parseTxHash } from "../../domain/deposit/deposit-link"
import { MAX_CLAIMS } from "../../modules/onchain/deposit/deposit-links"
import type { PaymentViewer } from "../payment/queries/view-payment"
import { isChosen } from "../../modules/onchain/payment/payment-row"
import { findVisible } from "../payment/queries/view-payment"

type TransactionClaim = Omit<PaymentViewer, "isDisplay"> & { tx_hash: string }

/**
 * Transactions are public, so naming one proves nothing: a claim ties nothing and pays nothing. Once a list of the provider has
 * the transaction in review, and it belongs to no other payment, the payment asks for no more and its order is kept.
 *
 * @throws MedusaError `not_found` for a payment that the caller may not see; `invalid_data` for an invalid
 * hash; `not_allowed` when the payment has too many claims
 */
export async function claimTransaction(container: MedusaContainer, { tx_hash, ...viewer }: TransactionClaim) {
  const { deposits, paymentChecks, clock } = container.resolve("onchain")
  const { payment } = await findVisible(container, { ...viewer, isDisplay: false }, clock())
  if (!isChosen(payment))
    throw new MedusaError(MedusaError.Types.NOT_ALLOWED, "Choose a network and a token first.")
  const hash = parseTxHash(payment.chain, tx_hash)
  if (hash === null)
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      `tx_hash: expected the hash of a transaction on ${payment.network_name ?? payment.network_id}`
    )
  if (!(await deposits.links.claim(payment, hash)))
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      `This payment names ${MAX_CLAIMS} transactions already. Ask the shop about the others.`
    )
  // The money may be there: a part is seen sooner.
  await paymentChecks.bringForward(payment.id)
  return { tx_hash: hash }
}
