import { attemptOrder, type Attempt } from "./support/cart-races"
import { ModelBeside } from "./support/medusa-model"
import { credit, editQuantity } from "./support/order-changes"
import { openPurchase, storedPayment, USDC_ON_BASE } from "./support/purchase"
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
  const choose = ({ collectionId, cartId }: ChangingCart) =>
    store.shopper.chooseIn(collectionId, cartId, USDC_ON_BASE)
  const toUsd = async (cart: ChangingCart) => {
    await cart.moveTo("usd")
    await cart.setPieces(149)
    await cart.addShipping()
  }

  /** Opens a session again, lets something happen while the service is called, and expects Medusa to lose it. */
  async function openAgainWhile(cart: ChangingCart, change: () => Promise<unknown>): Promise<void> {
    const [first] = await sessionsOf(store, cart.collectionId)
    const { isHeld, letGo } = holdNextOpening(store)
    const opening = expect(createSession(store, cart.collectionId)).rejects.toMatchObject({
      response: { status: 404 },
    })
    await isHeld
    if (first) await untilDeleted(store, first.id)
    await change()
    letGo()
    await opening
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

  it("in another currency place no order: 1,793 USD are not 1,800 JPY, and the money is held for review", async () => {
    const cart = await fill()
    await choose(cart)
    await openAgainWhile(cart, () => toUsd(cart))
    expect(await sessionsOf(store, cart.collectionId)).toEqual([])
    await expectNoOrder(cart, REFUSED)
    await payAll()
    await expectHeld()
    await expectNoOrder(cart, REFUSED)
  })

  it("in another currency place no order when they were priced before the cart changed and written after", async () => {
    const cart = await fill()
    await cart.addShipping()
    await choose(cart)
    const session = await openWhileMoving(store, cart, "usd")
    expect(session).toMatchObject({ amount: "2550", currency: "jpy" })
    await expectNoOrder(cart, NOT_COVERED)
    await payAll()
    await expectHeld()
    expect(await storedPayment(store, session?.id ?? "")).toMatchObject({
      unallocated_reason: "total_not_covered",
    })
    await expectNoOrder(cart, REFUSED)
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

  it("capture nothing on an order that was placed before they came back", async () => {
    const cart = await fill()
    await choose(cart)
    let orderId = ""
    let own: string | undefined
    await openAgainWhile(cart, async () => {
      await toUsd(cart)
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
  })

  it("leave the rows that the model of the simulation leaves, as a placed, edited and cancelled order does", async () => {
    const model = await ModelBeside.begin(store)
    const { medusa } = model
    try {
      const cart = await fill({ currency: "usd" })
      const its = await medusa.createCart({ total: await model.amount(cart, "collection"), currency: "usd" })
      const same = (after: string) => model.expectSame(after, cart, its)
      const chooseModel = (provider?: string) => medusa.choose(its.collectionId, {}, { provider })
      const changeModel = async (currency = "usd") =>
        medusa.changeCart(its.cartId, its.collectionId, {
          ...{ total: await model.amount(cart, "collection"), currency },
        })
      await choose(cart)
      await chooseModel()
      await same("a session")
      await store.shopper.chooseIn(cart.collectionId, cart.cartId, undefined, "pp_system_default")
      await chooseModel("pp_system_default")
      await same("another provider")
      await choose(cart)
      await chooseModel()

      let letGo = () => {}
      model.until = new Promise<void>((resolve) => (letGo = resolve))
      await openAgainWhile(cart, () => cart.setPieces(2))
      const opening = chooseModel()
      await changeModel()
      letGo()
      await expect(opening).rejects.toThrow()
      await same("a change while a session opens")

      await cart.moveTo("jpy")
      await changeModel("jpy")
      await same("another region")
      await toUsd(cart)
      await changeModel()
      await choose(cart)
      await chooseModel()
      await same("a session of the first region again")
      const orderId = await store.shopper.placeOrder(cart.cartId)
      const ordered = await medusa.completeCart(its.cartId)
      await same("an order")
      await editQuantity(store, orderId, 150)
      await medusa.editOrder(ordered, await model.amount(cart, "total"))
      await same("an edit")
      await credit(store, orderId, 5)
      await medusa.changeTotal(ordered, await model.amount(cart, "total"))
      await same("a credit line")
      await store.merchant.cancelOrder(orderId)
      await medusa.cancelOrder(ordered)
      await same("a cancellation")
    } finally {
      await model.end()
    }
  })

  it("leave the rows of the model when they are paid before their order is placed, and after it is cancelled", async () => {
    const model = await ModelBeside.begin(store)
    const { medusa } = model
    try {
      const cart = await openPurchase(store)
      const its = await medusa.createCart({ total: await model.amount(cart, "collection"), currency: "usd" })
      await medusa.choose(its.collectionId, {})
      model.status = "captured"
      await store.sandbox.payInFull(cart.invoiceId)
      await store.quiet()
      const orderId = await medusa.completeCart(its.cartId)
      await model.expectSame("a capture", cart, its)
      const [placed = ""] = await store.merchant.orderIds()
      await store.merchant.cancelOrder(placed)
      await medusa.cancelOrder(orderId)
      await model.expectSame("a cancellation", cart, its)
    } finally {
      await model.end()
    }
  })
})
