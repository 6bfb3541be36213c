import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { refusalInWords } from "./deposit-words"

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
