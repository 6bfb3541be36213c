import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type CustomerMoney, findOpenMoney, type OpenMoney } from "../../../domain/customer/open-money"
import { WITH_DECISIONS } from "../payment/payment-row"
import { noteAudit } from "../work/audit-log"
import { scopeColumns, ScopedStore } from "../work/claim"

/** Rows of a customer in a statement with the bindings of {@link CustomerKeys}. */
type Erasure = {
  table: string
  where: string
  /** SQL for each column. All SQL here is written in this package. */
  set: Readonly<Record<string, string>>
}

/** Stands for an address in a column that takes no null. */
const ERASED = "'erased'"
const NONE = "NULL"
/** The service still lists sender and recipient: what has it does not take them again. */
const ERASED_AT = "coalesce(erased_at, now())"

/** What is removed from rows that stay: amounts, hashes, states, ids and times are not named here. */
export const ERASED_COLUMNS: readonly Erasure[] = [
  {
    table: "onchain_payment",
    where: "id = ANY(:payments)",
    set: { customer_id: NONE },
  },
  {
    // What a person wrote. The note of a contradiction is the service's.
    table: "onchain_decision",
    where: "payment_id = ANY(:payments) AND kind <> 'contradiction'",
    set: { note: NONE },
  },
  {
    table: "onchain_attempt",
    where: "payment_id = ANY(:payments) OR customer_id = :customer_id",
    set: { customer_id: NONE, transfer_authorization: NONE, erased_at: ERASED_AT },
  },
  {
    // The store's own address at the service: no refund may go there, so it stays, with no customer.
    table: "onchain_address",
    where: "customer_id = :customer_id",
    set: { customer_id: "'erased_' || id" },
  },
  {
    table: "onchain_deposit",
    where: "id = ANY(:deposits)",
    set: {
      ...{ customer_id: NONE, gateway_customer_id: NONE, from_address: NONE, memo: NONE },
      erased_at: ERASED_AT,
    },
  },
  {
    table: "onchain_transaction",
    where: "id = ANY(:transactions)",
    set: { to_address: NONE, memo: NONE, raw: NONE, review_note: NONE },
  },
  {
    // Its link opens nothing.
    table: "onchain_refund",
    where: "payment_id = ANY(:payments)",
    set: {
      ...{ settled_note: NONE, link_id: NONE, link_token_hash: NONE, link_nonce: NONE, address_state: NONE },
      ...{ address: NONE, address_memo: "''", address_checksum: NONE, is_address_signed: "false" },
      ...{ decision_note: NONE, destination_id: NONE },
    },
  },
  {
    table: "onchain_withdrawal",
    where: "id = ANY(:withdrawals)",
    set: { destination_address: ERASED, destination_memo: "''" },
  },
  {
    table: "onchain_payout_destination",
    where: "id = ANY(:destinations)",
    set: {
      ...{ state: "'archived'", archived_at: "coalesce(archived_at, now())" },
      ...{ label: "'Erased'", customer_id: NONE, address: ERASED, memo: "''" },
    },
  },
  {
    // Who did what and when stays; what they wrote about it goes.
    table: "onchain_audit_entry",
    where: `subject_id = ANY(:subjects) AND
      subject_type IN ('payment', 'deposit', 'refund', 'withdrawal', 'destination', 'transaction', 'payout_leg')
      OR subject_id = :customer_id AND subject_type = 'customer'`,
    set: {
      before: "before - 'note' - 'mismatch'",
      after: "after - 'note' - 'mismatch' - 'provider' - 'gateway_customer_id'",
    },
  },
  {
    // Those that are not published yet.
    table: "onchain_outbox",
    where: "published_at IS NULL AND subject = ANY(:subjects) AND jsonb_exists(data, 'customer_id')",
    set: { data: `data || '{"customer_id":null}'`, message_due_at: NONE },
  },
]

/** Rows that record no money, and go. */
export const ERASED_ROWS: readonly Pick<Erasure, "table" | "where">[] = [
  { table: "onchain_customer", where: "customer_id = :customer_id" },
  { table: "onchain_page_link", where: "customer_id = :customer_id OR collection_id = ANY(:collections)" },
  { table: "onchain_payment_claim", where: "payment_id = ANY(:payments)" },
  { table: "onchain_outbox", where: "published_at IS NOT NULL AND subject = ANY(:subjects)" },
  {
    table: "onchain_webhook_delivery",
    where: "state IN ('processed', 'ignored', 'dead') AND id = ANY(:deliveries)",
  },
]

/** Updates what is not erased yet. */
function erasingSql({ table, where, set }: Erasure): string {
  const assigned = Object.entries(set).map(([column, value]) => `${column} = ${value}`)
  const different = Object.entries(set).map(([column, value]) => `${column} IS DISTINCT FROM ${value}`)
  return `UPDATE ${table} SET ${assigned.join(", ")}, updated_at = now()
    WHERE deleted_at IS NULL AND (${where}) AND (${different.join(" OR ")})`
}

/** What Medusa has of a customer, with or without an account, deleted or not. */
type MedusaCustomer = { isKnown: boolean; orders: string[]; collections: string[] }

/** Ids of a customer's rows, named as the bindings of the erasure. `subjects`: what audit entries and events are about. */
type CustomerKeys = { customer_id: string } & Record<
  | "collections"
  | "payments"
  | "deposits"
  | "withdrawals"
  | "destinations"
  | "deliveries"
  | "transactions"
  | "subjects",
  string[]
>

type Payment = { id: string; session_id: string; collection_id: string | null }
type Attempt = CustomerMoney["attempts"][number] & {
  gateway_invoice_id: string | null
  gateway_intent_id: string | null
}
type Withdrawal = CustomerMoney["withdrawals"][number] & { gateway_withdrawal_id: string | null }

/** In the order in which payouts lock theirs, until the transaction ends. */
async function lockCustomer(
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
  type Link = { id: string; gateway_customer_id: string | null }
  const links = await lock<Link>("onchain_customer", "customer_id = :customer_id", {})
  const gateway = present(links.map((row) => row.gateway_customer_id))
  const payments = await lock<Payment>(
    "onchain_payment",
    "customer_id = :customer_id OR collection_id = ANY(:collections) OR placed_order_id = ANY(:orders)",
    { collections, orders }
  )
  const [ids, sessions] = [idsOf(payments), payments.map(({ session_id }) => session_id)]
  const ofCustomer = "payment_id = ANY(:ids) OR customer_id = :customer_id"
  const attempts = await lock<Attempt>("onchain_attempt", ofCustomer, { ids })
  const deposits = await lock<CustomerMoney["deposits"][number]>(
    "onchain_deposit",
    `customer_id = :customer_id OR payment_id = ANY(:ids) OR expected_session_id = ANY(:sessions)
       OR gateway_customer_id = ANY(:gateway)`,
    { ids, sessions, gateway }
  )
  const ofPayments = "payment_id = ANY(:ids)"
  const refunds = await lock<CustomerMoney["refunds"][number]>("onchain_refund", ofPayments, { ids })
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
  const legs = await lock("onchain_payout_leg", "attempt_id = ANY(:attempts)", { attempts: idsOf(attempts) })
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
    ...{ customer_id, payments: ids },
    collections: [...new Set([...collections, ...present(payments.map((row) => row.collection_id))])],
    deposits: idsOf(deposits),
    withdrawals: idsOf(withdrawals),
    destinations: idsOf(destinations),
    deliveries: idsOf(deliveries),
    transactions: idsOf(transactions),
    subjects: [payments, attempts, legs, deposits, refunds, withdrawals, destinations, transactions].flatMap(
      idsOf
    ),
  }
  const { rows: decided }: { rows: CustomerMoney["payments"] } = await trx.raw(DECIDED, { ids })
  return { keys, money: { payments: decided, attempts, deposits, refunds, withdrawals, deliveries } }
}

/** Payments that are locked, with what was decided about them. */
const DECIDED = `SELECT p.id, p.state, choice.kind AS resolution, choice.done_at AS resolution_done_at,
    contradiction.note AS contradiction, contradiction.done_at AS contradiction_ended_at
  FROM onchain_payment AS p ${WITH_DECISIONS} WHERE p.id = ANY(:ids)`

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)
const present = (values: readonly (string | null)[]): string[] =>
  values.filter((value): value is string => value !== null)

/** What an erasure is called in the audit log; its subject is Medusa's id of the customer. */
export const CUSTOMER = "customer"
const ACTION = "customer.erased"

/** `rows` by table; empty when there was nothing to erase (any more). */
type ErasureResult = { kind: "erased"; rows: Record<string, number> } | { kind: "refused"; open: OpenMoney[] }

export class CustomerData extends ScopedStore {
  /** Reads Medusa's own tables: its orders and carts outlive the customer. */
  async findInMedusa(customerId: string): Promise<MedusaCustomer> {
    const { rows } = await this.knex.raw(
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

  async wasErased(customerId: string): Promise<boolean> {
    const subject = { subject_type: CUSTOMER, subject_id: customerId, action: ACTION, deleted_at: null }
    return (await this.knex("onchain_audit_entry").where(subject).first("id")) !== undefined
  }

  /** All or nothing, for every account at the gateway; a repetition changes nothing and writes no entry. */
  erase(
    customerId: string,
    ofMedusa: Pick<MedusaCustomer, "orders" | "collections">,
    actorId: string
  ): Promise<ErasureResult> {
    return this.knex.transaction(async (trx): Promise<ErasureResult> => {
      // A page of the service's transactions that is being written would bring back what the erasure did not see.
      await trx.raw("LOCK TABLE onchain_transaction IN SHARE ROW EXCLUSIVE MODE")
      const { keys, money } = await lockCustomer(trx, customerId, ofMedusa)
      const open = findOpenMoney(money, this.scope.environment)
      if (open.length > 0) return { kind: "refused", open }
      const rows: Record<string, number> = {}
      const run = async (table: string, sql: string) => {
        const { rowCount } = await trx.raw(sql, keys)
        if (rowCount > 0) rows[table] = (rows[table] ?? 0) + Number(rowCount)
      }
      for (const erasure of ERASED_COLUMNS) await run(erasure.table, erasingSql(erasure))
      for (const { table, where } of ERASED_ROWS) await run(table, `DELETE FROM ${table} WHERE ${where}`)
      if (Object.keys(rows).length > 0) {
        const subject = { type: CUSTOMER, id: customerId, ...scopeColumns(this.scope) }
        await noteAudit(trx, subject, { action: ACTION, actorId, before: null, after: { rows } })
      }
      return { kind: "erased", rows }
    })
  }
}
