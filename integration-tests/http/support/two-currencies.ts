import { Modules } from "@medusajs/framework/utils"
import { createRegionsWorkflow } from "@medusajs/medusa/core-flows"
import { eventually } from "./eventually"
import { STORED } from "./payment-rows"
import { createSession } from "./session-tricks"
import { ADDRESS, GUEST, type Shopper } from "./shopper"
import type { StoreUnderTest } from "./store-suite"

/** Prices of one token in both currencies: 1,800 JPY are 12 USDC. */
export const JPY_AND_USD = {
  sources: [{ kind: "fixed", prices: { usd: { USDC: "1" }, jpy: { USDC: "150" } } }],
}

const PROVIDERS = ["pp_onchain_default", "pp_system_default"]
const ADDRESS_IN_JAPAN = {
  ...ADDRESS,
  country_code: "jp",
  city: "Osaka",
  province: "jp-27",
  postal_code: "530-0001",
}

export type Regions = { jpy: string; usd: string }

/** Adds a region in JPY, where the notebook costs 1,800 and its shipping 750. */
export async function sellInJapan(store: StoreUnderTest): Promise<Regions> {
  const { container, seed } = store
  const { result } = await createRegionsWorkflow(container).run({
    input: {
      regions: [{ name: "Japan", currency_code: "jpy", countries: ["jp"], payment_providers: PROVIDERS }],
    },
  })
  const fulfillment = container.resolve(Modules.FULFILLMENT)
  const [zone] = await fulfillment.listServiceZones({ geo_zones: { country_code: "us" } })
  await fulfillment.createGeoZones({ type: "country", country_code: "jp", service_zone_id: zone?.id ?? "" })
  await addYen(store, "product_variant_price_set", 1_800, seed.variantIds[0])
  await addYen(store, "shipping_option_price_set", 750, seed.shippingOptionId)
  return { jpy: result[0]?.id ?? "", usd: seed.regionId }
}

/** @param link the table that leads to what has the price */
async function addYen(
  { container, db }: StoreUnderTest,
  link: string,
  amount: number,
  id = ""
): Promise<void> {
  const column = link.replace("_price_set", "_id").replace("product_", "")
  const [priceSetId = ""] = await db(link).where(column, id).pluck("price_set_id")
  const prices = [{ currency_code: "jpy", amount }]
  await container.resolve(Modules.PRICING).addPrices([{ priceSetId, prices }])
}

export class ChangingCart {
  private constructor(
    private readonly shopper: Shopper,
    private readonly regions: Regions,
    readonly cartId: string,
    readonly collectionId: string,
    private readonly itemId: string
  ) {}

  /** A cart with one notebook and without shipping, and its payment collection. */
  static async fill(
    { seed }: StoreUnderTest,
    shopper: Shopper,
    regions: Regions,
    { currency = "jpy" as keyof Regions, pieces = 1 } = {}
  ): Promise<ChangingCart> {
    const address = addressIn(currency)
    const { cart } = await shopper.post<{ cart: { id: string; items: { id: string }[] } }>("/store/carts", {
      region_id: regions[currency],
      sales_channel_id: seed.salesChannelId,
      email: shopper.account?.email ?? GUEST,
      shipping_address: address,
      billing_address: address,
      items: [{ variant_id: seed.variantIds[0], quantity: pieces }],
    })
    const { payment_collection } = await shopper.post<{ payment_collection: { id: string } }>(
      "/store/payment-collections",
      { cart_id: cart.id }
    )
    return new ChangingCart(shopper, regions, cart.id, payment_collection.id, cart.items[0]?.id ?? "")
  }

  moveTo(currency: keyof Regions): Promise<unknown> {
    const address = addressIn(currency)
    return this.shopper.post(`/store/carts/${this.cartId}`, {
      region_id: this.regions[currency],
      shipping_address: address,
      billing_address: address,
    })
  }

  setPieces = (quantity: number) =>
    this.shopper.post(`/store/carts/${this.cartId}/line-items/${this.itemId}`, { quantity })

  addShipping = () => this.shopper.addShipping(this.cartId)
}

const addressIn = (currency: keyof Regions) => (currency === "jpy" ? ADDRESS_IN_JAPAN : ADDRESS)

/** A session of a collection, with the invoice that it opened. */
export type CurrencySession = {
  id: string
  provider: string
  amount: string
  currency: string
  invoiceId: string | null
}

export async function sessionsOf({ db }: StoreUnderTest, collectionId: string): Promise<CurrencySession[]> {
  const { rows } = await db.raw(
    `SELECT s.id, s.provider_id AS provider, s.raw_amount->>'value' AS amount, s.currency_code AS currency,
       payment.gateway_invoice_id AS "invoiceId"
     FROM payment_session AS s LEFT JOIN ${STORED} ON payment.session_id = s.id
     WHERE s.payment_collection_id = ? AND s.deleted_at IS NULL ORDER BY s.created_at, s.id`,
    [collectionId]
  )
  return rows
}

/** Holds the next opening of an invoice or intent right before the call of the service. */
export function holdNextOpening({ container }: StoreUnderTest) {
  const { gateway } = container.resolve("onchain").checkout
  const { createInvoice, createIntent } = gateway
  let reach = () => {}
  let letGo = () => {}
  const isHeld = new Promise<void>((resolve) => (reach = resolve))
  const released = new Promise<void>((resolve) => (letGo = resolve))
  const hold = async <T>(call: () => Promise<T>): Promise<T> => {
    for (const spy of spies) spy.mockRestore()
    reach()
    await released
    return call()
  }
  const spies = [
    jest.spyOn(gateway, "createInvoice").mockImplementation((...sent) => hold(() => createInvoice(...sent))),
    jest.spyOn(gateway, "createIntent").mockImplementation((...sent) => hold(() => createIntent(...sent))),
  ]
  return { isHeld, letGo: () => letGo() }
}

/**
 * Opens a session after a change of the cart's region has looked for sessions to delete, and before it writes the new
 * amount: Medusa prices the session before the change, and keeps it. The row of the collection is locked meanwhile, as
 * by any other transaction that writes it.
 */
export async function openWhileMoving(
  store: StoreUnderTest,
  cart: ChangingCart,
  currency: keyof Regions
): Promise<CurrencySession | undefined> {
  const [before] = await sessionsOf(store, cart.collectionId)
  await store.db.transaction(async (other) => {
    await other.raw("SELECT id FROM payment_collection WHERE id = ? FOR NO KEY UPDATE", [cart.collectionId])
    const moving = cart.moveTo(currency)
    await untilDeleted(store, before?.id ?? "")
    await createSession(store, cart.collectionId)
    await other.commit()
    await moving
  })
  return (await sessionsOf(store, cart.collectionId)).at(-1)
}

export const untilDeleted = ({ db }: StoreUnderTest, sessionId: string) =>
  eventually(async () => {
    expect(await db("payment_session").where({ id: sessionId }).whereNull("deleted_at")).toEqual([])
  })

/** Ends the time in which a session that Medusa does not know may still be on its way into the database. */
export async function endGrace({ db }: StoreUnderTest): Promise<void> {
  await db.raw(
    `UPDATE onchain_payment SET created_at = created_at - interval '10 minutes'
     WHERE created_at > now() - interval '5 minutes'`
  )
}

/** Every order with what its captures amount to, and every amount of another currency than its order's. */
export async function expectOneCurrency({ db }: StoreUnderTest): Promise<void> {
  const { rows: foreign } = await db.raw(
    `SELECT 'transaction' AS what, o.id, o.currency_code AS ordered, t.currency_code AS booked
       FROM order_transaction AS t JOIN "order" AS o ON o.id = t.order_id
       WHERE t.deleted_at IS NULL AND t.currency_code <> o.currency_code
     UNION ALL
     SELECT 'payment', o.id, o.currency_code, p.currency_code
       FROM payment AS p JOIN order_payment_collection AS link
         ON link.payment_collection_id = p.payment_collection_id AND link.deleted_at IS NULL
       JOIN "order" AS o ON o.id = link.order_id
       WHERE p.deleted_at IS NULL AND p.currency_code <> o.currency_code
     UNION ALL
     SELECT 'refund due', o.id, o.currency_code, refund.currency_code
       FROM onchain_refund AS refund JOIN onchain_payment AS paid ON paid.id = refund.payment_id
         JOIN order_payment_collection AS link ON link.payment_collection_id = paid.collection_id
           AND link.deleted_at IS NULL
         JOIN "order" AS o ON o.id = link.order_id
       WHERE refund.fiat_amount IS NOT NULL AND refund.currency_code <> o.currency_code`
  )
  expect(foreign).toEqual([])
  const { rows: short } = await db.raw(
    `SELECT o.id, o.currency_code, captured, total FROM "order" AS o
     CROSS JOIN LATERAL (SELECT coalesce(sum((c.raw_amount->>'value')::numeric), 0) AS captured
       FROM capture AS c JOIN payment AS p ON p.id = c.payment_id
         JOIN order_payment_collection AS link ON link.payment_collection_id = p.payment_collection_id
           AND link.deleted_at IS NULL
       WHERE link.order_id = o.id AND c.deleted_at IS NULL) AS paid
     CROSS JOIN LATERAL (SELECT (totals->'raw_current_order_total'->>'value')::numeric AS total
       FROM order_summary AS summary WHERE summary.order_id = o.id AND summary.deleted_at IS NULL
       ORDER BY version DESC LIMIT 1) AS summary
     WHERE o.deleted_at IS NULL AND captured <> 0 AND captured < total`
  )
  expect(short).toEqual([])
}
