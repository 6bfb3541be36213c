import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ModulesSdkUtils } from "@medusajs/framework/utils"
import { Medusa } from "../../simulation/medusa/medusa"
import { TABLES_OF_MEDUSA } from "../../simulation/tables"
import type { StoreUnderTest } from "./store-suite"

type Purchase = { cartId: string; collectionId: string }
type Provider = ConstructorParameters<typeof Medusa>[1]

const AMOUNT = "(raw_amount->>'value')::float AS amount"
const ORDERS = "(SELECT order_id FROM order_cart WHERE cart_id = :cartId)"
const PAYMENTS = "(SELECT id FROM payment WHERE payment_collection_id = :collectionId)"

/** What the plugin reads of a purchase in Medusa's tables, without identifiers and times. */
const ROWS: Record<string, string> = {
  cart: `SELECT currency_code, completed_at IS NOT NULL AS is_completed FROM cart WHERE id = :cartId`,
  collection: `SELECT currency_code, status, ${AMOUNT} FROM payment_collection WHERE id = :collectionId AND deleted_at IS NULL`,
  sessions: `SELECT provider_id, status, currency_code, authorized_at IS NOT NULL AS is_authorized, ${AMOUNT}
    FROM payment_session WHERE payment_collection_id = :collectionId AND deleted_at IS NULL ORDER BY created_at, id`,
  payments: `SELECT provider_id, currency_code, captured_at IS NOT NULL AS is_captured, canceled_at IS NOT NULL AS is_canceled, ${AMOUNT}
    FROM payment WHERE payment_collection_id = :collectionId AND deleted_at IS NULL`,
  captures: `SELECT ${AMOUNT} FROM capture WHERE payment_id IN ${PAYMENTS} AND deleted_at IS NULL`,
  refunds: `SELECT ${AMOUNT} FROM refund WHERE payment_id IN ${PAYMENTS} AND deleted_at IS NULL`,
  order: `SELECT status, currency_code, canceled_at IS NOT NULL AS is_canceled FROM "order" WHERE id IN ${ORDERS} AND deleted_at IS NULL`,
  total: `SELECT coalesce(totals->'raw_current_order_total'->>'value', totals->>'current_order_total')::float AS total
    FROM order_summary WHERE order_id IN ${ORDERS} AND deleted_at IS NULL ORDER BY version DESC LIMIT 1`,
  collections: `SELECT count(*)::int FROM order_payment_collection WHERE order_id IN ${ORDERS} AND deleted_at IS NULL`,
  books: `SELECT reference, currency_code, ${AMOUNT} FROM order_transaction WHERE order_id IN ${ORDERS} AND deleted_at IS NULL
    ORDER BY created_at, id`,
  goods: `SELECT count(*)::int FROM reservation_item WHERE deleted_at IS NULL`,
}

async function rowsOf(knex: Knex, { cartId, collectionId }: Purchase): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {}
  for (const [name, sql] of Object.entries(ROWS))
    found[name] = (await knex.raw(sql, { cartId, collectionId })).rows
  return found
}

/** The model of the simulation beside the store: the same operations have to leave the same rows. */
export class ModelBeside {
  readonly medusa: Medusa
  /** What the provider answers when the model asks whether a session is paid. */
  status: "pending_authorization" | "captured" = "pending_authorization"
  /** What the opening of a session waits for. */
  until: Promise<unknown> = Promise.resolve()

  private constructor(
    private readonly store: StoreUnderTest,
    private readonly knex: Knex
  ) {
    const provider = Object.assign({} as Provider, {
      initiatePayment: async ({ data }: { data?: object }) => {
        await this.until
        return { id: "session", data }
      },
      authorizePayment: () => Promise.resolve({ status: this.status }),
      deletePayment: () => Promise.resolve({}),
      refundPayment: () => Promise.resolve({}),
    })
    const locks = { acquire: () => Promise.resolve(), release: () => Promise.resolve(true) }
    this.medusa = new Medusa(knex, provider, locks, () => undefined)
  }

  static async begin(store: StoreUnderTest): Promise<ModelBeside> {
    const knex = ModulesSdkUtils.createPgConnection({
      ...{ clientUrl: process.env.DATABASE_URL ?? "", schema: "simulated", pool: { min: 0, max: 5 } },
    })
    await knex.raw(`CREATE SCHEMA simulated; ${TABLES_OF_MEDUSA}`)
    return new ModelBeside(store, knex)
  }

  async end(): Promise<void> {
    await this.knex.raw("DROP SCHEMA simulated CASCADE")
    await this.knex.destroy()
  }

  /** The amount that Medusa asks for now, or that an order of it owes. */
  async amount(real: Purchase, of: "collection" | "total"): Promise<string> {
    const [row] = (await rowsOf(this.store.db, real))[of] as Record<string, unknown>[]
    return String(row?.[of === "total" ? "total" : "amount"])
  }

  async expectSame(after: string, real: Purchase, its: Purchase): Promise<void> {
    const [found, expected] = [await rowsOf(this.knex, its), await rowsOf(this.store.db, real)]
    expect({ after, ...found }).toEqual({ after, ...expected })
  }
}
