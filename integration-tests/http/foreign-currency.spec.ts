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
  type Regions,
  sellInJapan,
  sessionsOf,
  untilDeleted,
} from "./support/two-currencies"

const NOT_COVERED = { orderId: null, status: 400, code: "total_not_covered" } satisfies Partial<Attempt>
const IN_YEN = { amount: "1800", currency: "jpy", provider: "pp_onchain_default" }

/**
 * A cart change deletes a session while it opens, and Medusa then creates the earlier one again, with its old amount and
 * currency.
 */
storeSuite("sessions in the currency that a cart had before", { plugin: { rates: JPY_AND_USD } }, (store) => {
  let regions: Regions

  beforeAll(async () => {
    regions = await sellInJapan(store)
    await store.merchant.restock(store.seed, 1_000_000)
  })
  afterEach(() => jest.restoreAllMocks())

  const fill = (shopper = store.shopper) => ChangingCart.fill(store, shopper, regions)
  const toUsd = async (cart: ChangingCart, pieces: number) => {
    await cart.moveTo("usd")
    if (pieces > 1) await cart.setPieces(pieces)
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

  /** A cart of 1,800 JPY whose session is created again after the cart became one of dollars. */
  async function recreateInYen(pieces: number) {
    const cart = await fill()
    const { sessionId } = await store.shopper.chooseIn(cart.collectionId, cart.cartId, USDC_ON_BASE)
    await openAgainWhile(cart, () => toUsd(cart, pieces))
    return { cart, firstId: sessionId }
  }

  async function payAll(): Promise<void> {
    await endGrace(store)
    for (const { id, status } of await store.sandbox.invoices())
      if (status === "pending") await store.sandbox.payInFull(id)
    await store.quiet()
  }

  const paymentStates = async () =>
    (
      await store.db.raw(
        "SELECT state, unallocated_reason AS reason FROM onchain_payment ORDER BY created_at"
      )
    ).rows

  /** Every invoice was paid: no order has any of it, all is held for review, and no refund is due. */
  async function expectHeld(): Promise<void> {
    expect(await store.db("capture").whereNull("deleted_at")).toEqual([])
    expect(await store.db("order_transaction").whereNull("deleted_at")).toEqual([])
    expect(await store.db("onchain_refund")).toEqual([])
    const states = await paymentStates()
    expect(states.map(({ state }: { state: string }) => state)).toEqual(states.map(() => "held"))
    await expectOneCurrency(store)
  }

  it.each([
    ["1,793 USD are not 1,800 JPY", 149],
    ["17 USD are not 1,800 JPY", 1],
  ])("place no order: %s, and the money is held for review", async (_, pieces) => {
    const { cart } = await recreateInYen(pieces)
    expect(await attemptOrder(store, cart.cartId)).toMatchObject(NOT_COVERED)
    expect(await store.merchant.orderIds()).toEqual([])
    expect(await store.merchant.reserved(store.seed.inventoryItemIds[0] ?? "")).toBe(0)
    await payAll()
    await expectHeld()
    expect(await store.merchant.orderIds()).toEqual([])
  })

  it.each([149, 1])("place no order when the money is there first, for %d pieces", async (pieces) => {
    const { cart } = await recreateInYen(pieces)
    await payAll()
    expect(await store.merchant.orderIds()).toEqual([])
    await expectHeld()
    expect(await attemptOrder(store, cart.cartId)).toMatchObject({ orderId: null, status: 400 })
    expect(await store.merchant.orderIds()).toEqual([])
  })

  it("leave the cart to be paid with a new session, in its currency", async () => {
    const { cart } = await recreateInYen(149)
    expect(await attemptOrder(store, cart.cartId)).toMatchObject(NOT_COVERED)
    const { sessionId } = await store.shopper.chooseIn(cart.collectionId, cart.cartId, USDC_ON_BASE)
    const orderId = await store.shopper.placeOrder(cart.cartId)
    const { gateway_invoice_id: invoiceId } = await storedPayment(store, sessionId)
    await store.sandbox.payInFull(String(invoiceId))
    await store.quiet()
    expect(await store.merchant.order(orderId)).toMatchObject({
      ...{ payment_status: "captured", captures: [1_793], booked: [1_793], paid: 1_793, outstanding: 0 },
    })
    await expectOneCurrency(store)
  })

  it("capture nothing on an order that was placed before they were created again", async () => {
    const cart = await fill()
    await store.shopper.chooseIn(cart.collectionId, cart.cartId, USDC_ON_BASE)
    let orderId = ""
    await openAgainWhile(cart, async () => {
      await toUsd(cart, 149)
      await store.shopper.chooseIn(cart.collectionId, cart.cartId, USDC_ON_BASE)
      orderId = await store.shopper.placeOrder(cart.cartId)
    })
    const sessions = await sessionsOf(store, cart.collectionId)
    const own = sessions.find(({ currency }) => currency === "usd")
    for (const { invoiceId } of sessions.filter(({ currency }) => currency !== "usd"))
      await store.sandbox.payInFull(invoiceId ?? "")
    await store.quiet()
    const unpaid = { captures: [], booked: [], paid: 0, outstanding: 1_793 }
    expect(await store.merchant.order(orderId)).toMatchObject(unpaid)
    expect(await store.db("onchain_refund")).toEqual([])

    await store.sandbox.payInFull(own?.invoiceId ?? "")
    await payAll()
    expect(await store.merchant.order(orderId)).toMatchObject({
      ...{ captures: [1_793], booked: [1_793], paid: 1_793, outstanding: 0 },
    })
    await expectOneCurrency(store)
    const states = await paymentStates()
    expect(states.filter(({ state }: { state: string }) => state === "captured")).toHaveLength(1)
  })

  it("count for nothing beside a session of another provider that was chosen in between", async () => {
    const cart = await fill()
    await store.shopper.chooseIn(cart.collectionId, cart.cartId, USDC_ON_BASE)
    await openAgainWhile(cart, async () => {
      await toUsd(cart, 149)
      await store.shopper.chooseIn(cart.collectionId, cart.cartId, undefined, "pp_system_default")
    })
    const card = { amount: "1793", currency: "usd", provider: "pp_system_default" }
    expect(await sessionsOf(store, cart.collectionId)).toContainEqual(expect.objectContaining(card))
    const { orderId } = await attemptOrder(store, cart.cartId)
    await payAll()
    expect(await store.db("capture").whereNull("deleted_at")).toEqual([])
    if (orderId !== null)
      expect(await store.merchant.order(orderId)).toMatchObject({ captures: [], booked: [], paid: 0 })
    await expectOneCurrency(store)
    const states = await paymentStates()
    expect(states.map(({ state }: { state: string }) => state)).toEqual(states.map(() => "held"))
  })

  it("hold the money of a session that was deleted while it opened", async () => {
    const cart = await fill()
    await openAgainWhile(cart, () => toUsd(cart, 149))
    expect(await sessionsOf(store, cart.collectionId)).toEqual([])
    expect(await attemptOrder(store, cart.cartId)).toMatchObject({ orderId: null, status: 400 })
    await payAll()
    await expectHeld()
  })

  it("change nothing of another shopper's payment when they are deleted with its ids", async () => {
    const victim = await store.shopper.choose(await store.shopper.fillCart(), USDC_ON_BASE)
    const before = await storedPayment(store, victim.sessionId)
    const cart = await fill()
    const ids = { session_id: victim.sessionId, payment_id: victim.data.payment_id }
    const { isHeld, letGo } = holdNextOpening(store)
    const opening = createSession(store, cart.collectionId, ids).catch(() => undefined)
    await isHeld
    await toUsd(cart, 149)
    letGo()
    await opening
    expect(await storedPayment(store, victim.sessionId)).toMatchObject({
      ...{ abandoned_at: null, state: before.state, currency_code: "usd", fiat_amount: "17" },
    })
    const orderId = await store.shopper.placeOrder(victim.cartId)
    await store.sandbox.payInFull(String(before.gateway_invoice_id))
    await store.quiet()
    await expectCaptured(store, orderId)
    await expectOneCurrency(store)
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
    await toUsd(cart, 149)
    await locking.release([key], other)
    await opening
    expect(await attemptOrder({ shopper: customer }, cart.cartId)).toMatchObject(NOT_COVERED)
    expect(await store.merchant.orderIds()).toEqual([])
    await expectOneCurrency(store)
  })

  it("are as Medusa creates them: a new id, the old amount and currency, and an invoice for them", async () => {
    const { cart, firstId } = await recreateInYen(149)
    const sessions = await sessionsOf(store, cart.collectionId)
    expect(sessions).toMatchObject([IN_YEN])
    expect(sessions[0]?.id).not.toBe(firstId)
    expect(await store.db("payment_collection").where({ id: cart.collectionId })).toMatchObject([
      { amount: "1793", currency_code: "usd" },
    ])
  })
})
