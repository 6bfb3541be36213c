import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { CustomerMoney } from "../../../domain/customer/open-money"

/** What Medusa has of a customer, with or without an account, deleted or not. */
export type MedusaCustomer = { isKnown: boolean; orders: string[]; collections: string[] }

/** Reads Medusa's own tables: its orders and carts outlive the customer. */
export async function findMedusaCustomer(knex: Knex, customerId: string): Promise<MedusaCustomer> {
  const { rows } = await knex.raw(
    `SELECT EXISTS (SELECT 1 FROM customer WHERE id = :customerId) AS "isKnown",
       ARRAY (SELECT id FROM "order" WHERE customer_id = :customerId) AS orders,
       ARRAY (SELECT link.payment_collection_id FROM order_payment_collection AS link
           JOIN "order" AS placed ON placed.id = link.order_id WHERE placed.customer_id = :customerId
         UNION SELECT link.payment_collection_id FROM cart_payment_collection AS link
           JOIN cart ON cart.id = link.cart_id WHERE cart.customer_id = :customerId) AS collections`,
    { customerId }
  )
  return rows[0]
}

/** Ids of a customer's rows, named as the bindings of the erasure. */
export type CustomerKeys = {
  customer_id: string
  orders: string[]
  collections: string[]
  payments: string[]
  deposits: string[]
  withdrawals: string[]
  destinations: string[]
  deliveries: string[]
  transactions: string[]
  /** What audit entries and events are about. */
  subjects: string[]
}

type Payment = CustomerMoney["payments"][number] & { session_id: string; collection_id: string | null }
type Attempt = CustomerMoney["attempts"][number] & {
  gateway_invoice_id: string | null
  gateway_intent_id: string | null
}
type Withdrawal = CustomerMoney["withdrawals"][number] & { gateway_withdrawal_id: string | null }

/**
 * Finds and locks a customer's rows until the transaction ends, in the order in which payouts lock theirs. What is
 * written meanwhile waits.
 */
export async function lockCustomer(
  trx: Knex.Transaction,
  customer_id: string,
  { orders, collections }: Pick<MedusaCustomer, "orders" | "collections">
): Promise<{ keys: CustomerKeys; money: CustomerMoney }> {
  const lock = async <Row extends { id: string }>(
    table: string,
    where: string,
    bindings: Record<string, Knex.RawBinding>
  ): Promise<Row[]> => {
    const text = `SELECT * FROM ${table} WHERE deleted_at IS NULL AND (${where}) ORDER BY id FOR UPDATE`
    return (await trx.raw(text, { customer_id, ...bindings })).rows
  }
  const links = await lock<{ id: string; gateway_customer_id: string | null }>(
    "onchain_customer",
    "customer_id = :customer_id",
    {}
  )
  const gateway = present(links.map((row) => row.gateway_customer_id))
  const payments = await lock<Payment>(
    "onchain_payment",
    "customer_id = :customer_id OR collection_id = ANY(:collections) OR placed_order_id = ANY(:orders)",
    { collections, orders }
  )
  const [ids, sessions] = [idsOf(payments), payments.map(({ session_id }) => session_id)]
  const attempts = await lock<Attempt>(
    "onchain_attempt",
    "payment_id = ANY(:ids) OR customer_id = :customer_id",
    {
      ids,
    }
  )
  const deposits = await lock<CustomerMoney["deposits"][number]>(
    "onchain_deposit",
    `customer_id = :customer_id OR payment_id = ANY(:ids) OR expected_session_id = ANY(:sessions)
       OR gateway_customer_id = ANY(:gateway)`,
    { ids, sessions, gateway }
  )
  const refunds = await lock<CustomerMoney["refunds"][number]>("onchain_refund", "payment_id = ANY(:ids)", {
    ids,
  })
  await lock("onchain_refund_address", "payment_id = ANY(:ids)", { ids })
  const destinations = await lock(
    "onchain_payout_destination",
    "purpose = 'refund' AND (customer_id = :customer_id OR customer_id IS NULL AND payment_id = ANY(:ids))",
    { ids }
  )
  const withdrawals = await lock<Withdrawal>(
    "onchain_withdrawal",
    "payment_id = ANY(:ids) OR destination_id = ANY(:destinations)",
    { ids, destinations: idsOf(destinations) }
  )
  /** Things of the service. */
  const resources = present([
    ...attempts.flatMap((row) => [row.gateway_invoice_id, row.gateway_intent_id]),
    ...[...idsOf(deposits), ...withdrawals.map((row) => row.gateway_withdrawal_id)],
  ])
  const deliveries = await lock<CustomerMoney["deliveries"][number]>(
    "onchain_webhook_delivery",
    `resource_id = ANY(:resources) OR EXISTS (
       SELECT 1 FROM unnest(CAST(:names AS text[])) AS name WHERE strpos(raw_body, '"' || name || '"') > 0)`,
    { resources, names: [customer_id, ...gateway] }
  )
  const transactions = await lock("onchain_transaction", "reference = ANY(:resources)", { resources })
  const keys = {
    ...{ customer_id, orders, payments: ids },
    collections: [...new Set([...collections, ...present(payments.map((row) => row.collection_id))])],
    ...{ deposits: idsOf(deposits), withdrawals: idsOf(withdrawals) },
    ...{
      destinations: idsOf(destinations),
      deliveries: idsOf(deliveries),
      transactions: idsOf(transactions),
    },
    subjects: [payments, attempts, deposits, refunds, withdrawals, destinations, transactions].flatMap(idsOf),
  }
  return { keys, money: { payments, attempts, deposits, refunds, withdrawals, deliveries } }
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)
const present = (values: readonly (string | null)[]): string[] =>
  values.filter((value): value is string => value !== null)
