import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Deposit } from "../../gateway/contract"

type CustomerRow = { customer_id: string; gateway_customer_id: string | null }

/**
 * Finds Medusa's customers of deposits, by the service's customer or else by the reference we gave it.
 *
 * A reference counts only where it does not contradict the identifier: the service's customer of an account is one.
 *
 * @returns in the order of the deposits; null where a deposit names none of ours
 */
export async function resolveDepositCustomers(
  knex: Knex,
  deposits: readonly Pick<Deposit, "customerId" | "externalCustomerRef">[]
): Promise<(string | null)[]> {
  const gatewayIds = deposits.flatMap(({ customerId }) => (customerId === undefined ? [] : [customerId]))
  const references = deposits.flatMap(({ externalCustomerRef: ref }) => (ref === undefined ? [] : [ref]))
  if (gatewayIds.length === 0 && references.length === 0) return deposits.map(() => null)
  const { rows }: { rows: CustomerRow[] } = await knex.raw(
    `SELECT customer_id, gateway_customer_id FROM onchain_customer
     WHERE deleted_at IS NULL AND (gateway_customer_id = ANY(?::text[]) OR customer_id = ANY(?::text[]))`,
    [gatewayIds, references]
  )
  return deposits.map(({ customerId, externalCustomerRef }) => {
    const named = rows.find((row) => customerId !== undefined && row.gateway_customer_id === customerId)
    const referred = rows.find((row) => row.customer_id === externalCustomerRef)
    const isSame = customerId === undefined || (referred?.gateway_customer_id ?? customerId) === customerId
    return named?.customer_id ?? (isSame ? (referred?.customer_id ?? null) : null)
  })
}
