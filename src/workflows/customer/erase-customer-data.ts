import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import type { OpenMoney } from "../../domain/customer/open-money"

type EraseCustomerDataInput = {
  /** Medusa's customer, also one that Medusa has deleted. */
  customer_id: string
  /** Medusa user or API key. */
  actor_id: string
}

/** The code of an erasure that is refused while money is open. */
const MONEY_OPEN = "customer_money_open"

/**
 * Removes what says who a customer is from the plugin's rows. Amounts, hashes, states, ids and the names of operators stay. Safe to repeat, and independent of whether Medusa still has the customer.
 *
 * @see docs/operations/privacy.md
 * @throws MedusaError `conflict` with what is open; `not_found` for an id that nothing is known of
 */
export async function eraseCustomerData(
  container: MedusaContainer,
  { customer_id, actor_id }: EraseCustomerDataInput
) {
  const { customerData } = container.resolve("onchain")
  const ofMedusa = await customerData.findInMedusa(customer_id)
  const result = await customerData.erase(customer_id, ofMedusa, actor_id)
  if (result.kind === "refused")
    throw new MedusaError(MedusaError.Types.CONFLICT, openMoneyInWords(result.open), MONEY_OPEN)
  const { rows } = result
  const isEmpty = Object.keys(rows).length === 0
  if (isEmpty && !ofMedusa.isKnown && !(await customerData.wasErased(customer_id)))
    throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no customer ${customer_id}.`)
  return { customer_id, erased_rows: rows }
}

/** More would not help: they are found on the customer's orders. */
const MOST_NAMED = 10

export function openMoneyInWords(open: readonly OpenMoney[]): string {
  const named = open.slice(0, MOST_NAMED).map(({ kind, id, state }) => `${kind} ${id} (${state})`)
  const more = open.length > MOST_NAMED ? ` and ${open.length - MOST_NAMED} more` : ""
  return `Money of this customer is open, and nothing was erased: ${named.join(", ")}${more}. Resolve it first, or wait until it has ended.`
}
