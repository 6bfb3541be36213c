import { attemptOrder, type Attempt } from "./support/cart-races"
import { expectCaptured, storedPayment, USDC_ON_BASE } from "./support/purchase"
import { createSession } from "./support/session-tricks"
import { storeSuite } from "./support/store-suite"
import {
  ChangingCart,
  endGrace,
  expectOneCurrency,
  holdNextOpening,
  JPY_AND_USD,
  openWhileMoving,
  type Regions,
  sellInJapan,
  sessionsOf,
  untilDeleted,
} from "./support/two-currencies"

const REFUSED = { orderId: null, status: 400 } satisfies Partial<Attempt>
const NOT_COVERED = { ...REFUSED, code: "total_not_covered" } satisfies Partial<Attempt>
const PAID = {
  ...{ payment_status: "captured", captures: [1_793], booked: [1_793], paid: 1_793, outstanding: 0 },
}

/**
 * A cart change deletes a session while it opens, and Medusa then creates the earlier one again, with its old amount and
 * currency.
 */
storeSuite("sessions of what a cart was before", { plugin: { rates: JPY_AND_USD } }, (store) => {
  let regions: Regions

  beforeAll(async () => {
    regions = await sellInJapan(store)
    await store.merchant.restock(store.seed, 1_000_000)
  })
  afterEach(() => jest.restoreAllMocks())

  const fill = (from: { currency?: keyof Regions } = {}) =>
    ChangingCart.fill(store, store.shopper, regions, from)
  const choose = ({ collectionId, cartId }: ChangingCart, rail: string | undefined = USDC_ON_BASE) =>
    store.shopper.chooseIn(collectionId, cartId, rail)
  const toUsd = async (cart: ChangingCart, pieces: number) => {
    await cart.moveTo("usd")
    if (pieces > 1) await cart.setPieces(pieces)
    await cart.addShipping()
  }

  /** Opens a session again, lets something happen while the service is called, and expects Medusa to lose it. */
  async function openAgainWhile(
    cart: ChangingCart,
    change: () => Promise<unknown>,
    data: object = {}
  ): Promise<void> {
    const [first] = await sessionsOf(store, cart.collectionId)
    const { isHeld, letGo } = holdNextOpening(store)
    const opening = expect(createSession(store, cart.collectionId, data)).rejects.toMatchObject({
      response: { status: 404 },
    })
    await isHeld
    if (first) await untilDeleted(store, first.id)
    await change()
    letGo()
    await opening
  }

  /** A cart of 1,800 JPY, whose session Medusa wants back after the cart became one of dollars. */
  async function wantBack(pieces: number): Promise<ChangingCart> {
    const cart = await fill()
    await choose(cart)
    await openAgainWhile(cart, () => toUsd(cart, pieces))
    return cart
  }

  async function payAll(): Promise<void> {
    await endGrace(store)
    for (const { id, status } of await store.sandbox.invoices())
      if (status === "pending") await store.sandbox.payInFull(id)
    await store.quiet()
  }

  const states = () => store.db("onchain_payment").pluck("state")

  /** Every invoice was paid: no order has any of it, all is held for review, and no refund is due. */
  async function expectHeld(): Promise<void> {
    expect(await store.db("capture").whereNull("deleted_at")).toEqual([])
    expect(await store.db("order_transaction").whereNull("deleted_at")).toEqual([])
    expect(await store.db("onchain_refund")).toEqual([])
    expect(new Set(await states())).toEqual(new Set(["held"]))
    await expectOneCurrency(store)
  }

  async function expectNoOrder(cart: ChangingCart, refusal: Partial<Attempt>): Promise<void> {
    expect(await attemptOrder(store, cart.cartId)).toMatchObject(refusal)
    expect(await store.merchant.orderIds()).toEqual([])
    expect(await store.merchant.reserved(store.seed.inventoryItemIds[0] ?? "")).toBe(0)
  }

  /** The shopper chooses again, in the currency of the cart, and pays. */
  async function expectPayable(cart: ChangingCart): Promise<void> {
    const { sessionId } = await choose(cart)
    const orderId = await store.shopper.placeOrder(cart.cartId)
    const { gateway_invoice_id: invoiceId } = await storedPayment(store, sessionId)
    await store.sandbox.payInFull(String(invoiceId))
    await store.quiet()
    expect(await store.merchant.order(orderId)).toMatchObject(PAID)
    await expectOneCurrency(store)
  }

  describe("in another currency", () => {
    it.each([
      ["1,793 USD are not 1,800 JPY", 149],
      ["17 USD are not 1,800 JPY", 1],
    ])("place no order: %s, and the money is held for review", async (_, pieces) => {
      const cart = await wantBack(pieces)
      expect(await sessionsOf(store, cart.collectionId)).toEqual([])
      await expectNoOrder(cart, REFUSED)
      await payAll()
      await expectHeld()
      await expectNoOrder(cart, REFUSED)
    })

    it.each(["completed first", "paid first"])(
      "place no order when they were priced before the cart changed and written after, %s",
      async (order) => {
        const cart = await fill()
        await cart.addShipping()
        await choose(cart)
        const session = await openWhileMoving(store, cart, "usd")
        expect(session).toMatchObject({ amount: "2550", currency: "jpy" })
        if (order === "completed first") await expectNoOrder(cart, NOT_COVERED)
        await payAll()
        await expectHeld()
        expect(await storedPayment(store, session?.id ?? "")).toMatchObject({
          unallocated_reason: "total_not_covered",
        })
        await expectNoOrder(cart, REFUSED)
      }
    )

    it("count for nothing beside a session of another provider that was chosen in between", async () => {
      const cart = await fill()
      await choose(cart)
      await openAgainWhile(cart, async () => {
        await toUsd(cart, 149)
        await store.shopper.chooseIn(cart.collectionId, cart.cartId, undefined, "pp_system_default")
      })
      const card = { amount: "1793", currency: "usd", provider: "pp_system_default" }
      expect(await sessionsOf(store, cart.collectionId)).toMatchObject([card])
      const orderId = await store.shopper.placeOrder(cart.cartId)
      await payAll()
      expect(await store.merchant.order(orderId)).toMatchObject({ captures: [], booked: [], paid: 0 })
      await expectHeld()
    })

    it("place no order of a signed-in customer, whose own lock held the opening", async () => {
      const customer = await store.shopper.signUp()
      const cart = await ChangingCart.fill(store, customer, regions)
      const { sessionId } = await customer.chooseIn(cart.collectionId, cart.cartId, USDC_ON_BASE)
      const locking = store.container.resolve("locking")
      const key = `onchain:intent:${customer.account?.customerId}:evm:base-mainnet:USDC`
      const other = { ownerId: "another opening" }
      await locking.acquire([key], { ...other, expire: 60 })
      const opening = expect(
        customer.chooseIn(cart.collectionId, cart.cartId, USDC_ON_BASE)
      ).rejects.toMatchObject({ response: { status: 404 } })
      await untilDeleted(store, sessionId)
      await cart.moveTo("usd")
      await cart.setPieces(149)
      await cart.addShipping()
      await locking.release([key], other)
      await opening
      await expectNoOrder(cart, REFUSED)
      await expectOneCurrency(store)
    })
  })

  it("for less than the cart now costs place no order, and the cart can be paid with a new one", async () => {
    const cart = await fill({ currency: "usd" })
    await choose(cart)
    await openAgainWhile(cart, async () => {
      await cart.setPieces(149)
      await cart.addShipping()
    })
    expect(await sessionsOf(store, cart.collectionId)).toMatchObject([{ amount: "12", currency: "usd" }])
    await expectNoOrder(cart, NOT_COVERED)
    await expectPayable(cart)
  })

  it.each<keyof Regions>(["jpy", "usd"])(
    "capture nothing on an order that was placed before they came back, in %s",
    async (currency) => {
      const cart = await fill({ currency })
      await choose(cart)
      let orderId = ""
      let own: string | undefined
      await openAgainWhile(cart, async () => {
        await toUsd(cart, 149)
        own = (await choose(cart)).sessionId
        orderId = await store.shopper.placeOrder(cart.cartId)
      })
      const { gateway_invoice_id: invoiceId } = await storedPayment(store, own ?? "")
      await endGrace(store)
      for (const { id, status } of await store.sandbox.invoices())
        if (status === "pending" && id !== invoiceId) await store.sandbox.payInFull(id)
      await store.quiet()
      const unpaid = { captures: [], booked: [], paid: 0, outstanding: 1_793 }
      expect(await store.merchant.order(orderId)).toMatchObject(unpaid)
      expect(await store.db("onchain_refund")).toEqual([])

      await store.sandbox.payInFull(String(invoiceId))
      await store.quiet()
      expect(await store.merchant.order(orderId)).toMatchObject(PAID)
      await expectOneCurrency(store)
      expect((await states()).filter((state) => state !== "held")).toEqual(["captured"])
    }
  )

  it("change nothing of another shopper's payment when they are deleted with its ids", async () => {
    const victim = await store.shopper.choose(await store.shopper.fillCart(), USDC_ON_BASE)
    const before = await storedPayment(store, victim.sessionId)
    const cart = await fill()
    const ids = { session_id: victim.sessionId, payment_id: victim.data.payment_id }
    await openAgainWhile(cart, () => toUsd(cart, 149), ids)
    expect(await storedPayment(store, victim.sessionId)).toMatchObject({
      ...{ abandoned_at: null, state: before.state, currency_code: "usd", fiat_amount: "17" },
    })
    const orderId = await store.shopper.placeOrder(victim.cartId)
    await store.sandbox.payInFull(String(before.gateway_invoice_id))
    await store.quiet()
    await expectCaptured(store, orderId)
    await expectOneCurrency(store)
  })
})
