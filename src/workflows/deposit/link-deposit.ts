import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { parseTxHash } from "../../domain/deposit/deposit-link"
import { MAX_CLAIMS } from "../../modules/onchain/deposit/deposit-links"
import { isChosen } from "../../modules/onchain/payment/payment-row"
import { refusalInWords } from "./deposit-words"
import { findVisible, type PaymentViewer } from "../payment/queries/view-payment"

type LinkDepositInput = { deposit_id: string; payment_id: string; actor_id: string }

/**
 * The order of the payment is kept while the deposit is in review, and its money can be applied to the order
 * once it was accepted.
 *
 * @throws MedusaError `not_found`; `conflict` when it belongs to a payment already; `not_allowed` when it is
 * resolved
 */
export async function linkDeposit(
  container: MedusaContainer,
  { deposit_id, payment_id, actor_id }: LinkDepositInput
) {
  const { deposits, payments } = container.resolve("onchain")
  const deposit = await deposits.store.find(deposit_id)
  if (!deposit) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no deposit ${deposit_id}.`)
  if (!(await payments.find({ id: payment_id })))
    throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no payment ${payment_id}.`)
  const refusal = await deposits.links.linkByPerson(deposit_id, payment_id, actor_id)
  if (refusal) {
    const { CONFLICT, NOT_ALLOWED } = MedusaError.Types
    const type = refusal.code === "already_linked" ? CONFLICT : NOT_ALLOWED
    throw new MedusaError(type, refusalInWords(refusal))
  }
  return { deposit_id, is_pending: false }
}

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
