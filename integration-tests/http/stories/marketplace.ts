import { formatAmount, parseAmount } from "../../../src/gateway/amount"
import { attemptOrder } from "../support/cart-races"
import { pay, signUp } from "../support/intent-purchase"
import { listenToLogs } from "../support/log-listener"
import { fillMarketCart, giveSellers, openMarketplace, SELLERS, SHOP, swapItem } from "../support/marketplace"
import { findRail, storedPayment, USDC_ON_BASE } from "../support/purchase"
import { refused } from "../support/refunds"
import type { StoreUnderTest } from "../support/store-suite"

/** Of 12, 18 and 45 USD. */
const SHARES = [1_600, 2_400, 6_000]
const DECIMALS = 6
const UNTIL_LEGS_ARE_DONE_MS = 600_000

export function marketplaceStories(store: StoreUnderTest): void {
  beforeAll(openMarketplace)
  beforeEach(() => giveSellers(store))

  const storedLegs = (sessionId: string) =>
    store
      .db("onchain_payout_leg AS leg")
      .join("onchain_attempt AS attempt", "attempt.id", "leg.attempt_id")
      .join("onchain_payment AS payment", "payment.current_attempt_id", "attempt.id")
      .where({ session_id: sessionId })
      .orderBy("label")
      .select("label", "share_bps", "destination_address")
  const splitOn = (chain: "evm" | "sol", shares = SHARES) =>
    SELLERS.map((seller, index) => ({
      ...{ label: seller.name, share_bps: shares[index], destination_address: seller[chain] },
    }))
  const lastError = async (sessionId: string) =>
    (
      await store
        .db("onchain_attempt AS attempt")
        .join("onchain_payment AS payment", "payment.id", "attempt.payment_id")
        .where({ session_id: sessionId })
        .orderBy("attempt.created_at", "desc")
        .first("attempt.last_error")
    )?.last_error

  it.each(["evm", "sol"] as const)(
    "on %s every seller has a leg, and the legs sum to the net; the split stays when the sellers change",
    async (chain) => {
      const { sandbox } = store
      const { customer } = await signUp(store)
      const rail = chain === "evm" ? USDC_ON_BASE : await findRail(store, "sol-mainnet", "USDC")
      const cartId = await fillMarketCart(customer, store)
      const { sessionId } = await customer.choose(cartId, rail)
      expect(await storedLegs(sessionId)).toEqual(splitOn(chain))

      await giveSellers(store, [...SELLERS.slice(0, 2), { ...SELLERS[0], name: "Dora" } as const])
      const again = await customer.attempt(sessionId, rail)
      expect(again).toMatchObject({ status: "awaiting_payment", amount: "80" })
      expect(await storedLegs(sessionId)).toEqual(splitOn(chain))

      const orderId = await customer.placeOrder(cartId)
      await pay(store, again)
      const captured = { payment_status: "captured", captures: [80], booked: [80], outstanding: 0 }
      expect(await store.merchant.order(orderId)).toMatchObject(captured)
      await sandbox.advance(UNTIL_LEGS_ARE_DONE_MS)
      await store.quiet()
      const legs = await sandbox.withdrawals()
      const net = parseAmount("80", DECIMALS) - parseAmount("0.76", DECIMALS)
      const paid = legs.reduce((sum, { amount }) => sum + parseAmount(amount ?? "0", DECIMALS), 0n)
      expect(formatAmount(paid, DECIMALS)).toBe(formatAmount(net, DECIMALS))
      const shareOf = (bps: number) => formatAmount((net * BigInt(bps)) / 10_000n, DECIMALS)
      expect(legs.map((leg) => [leg.destinationAddress, leg.amount, leg.status]).sort()).toEqual(
        SELLERS.map((seller, index) => [seller[chain], shareOf(SHARES[index] ?? 0), "completed"]).sort()
      )
    }
  )

  it("a call whose answer was lost is repeated with the split that was stored, not with a new one", async () => {
    const { sandbox, shopper } = store
    const { sessionId } = await shopper.choose(await fillMarketCart(shopper, store), undefined)
    await sandbox.fault({ kind: "drop_response", endpoint: "createInvoice", count: 10 })
    await expect(shopper.attempt(sessionId, USDC_ON_BASE)).rejects.toMatchObject(
      refused(400, /cannot be reached/, "payments_unreachable")
    )
    await sandbox.clearFaults()
    await giveSellers(store, [...SELLERS].reverse())
    expect(await shopper.attempt(sessionId, USDC_ON_BASE)).toMatchObject({ status: "awaiting_payment" })
    expect(await storedLegs(sessionId)).toEqual(splitOn("evm"))
    expect(await sandbox.invoices()).toHaveLength(1)
    expect(await sandbox.calls("createInvoice")).toHaveLength(1)
  })

  it("a seller without an address on a network closes it, with the reason for the merchant", async () => {
    const { sandbox, shopper } = store
    await giveSellers(store, [...SELLERS.slice(0, 2), { name: "Cleo's Lamps", evm: SELLERS[2]?.evm ?? "" }])
    const solana = await findRail(store, "sol-mainnet", "USDC")
    const cartId = await fillMarketCart(shopper, store)
    const logs = listenToLogs(store.container)
    const unavailable = refused(400, /not available right now/, "rail_unavailable")
    try {
      await expect(shopper.choose(cartId, solana)).rejects.toMatchObject({ response: { status: 400 } })
      const { sessionId } = await shopper.choose(cartId, undefined)
      await expect(shopper.attempt(sessionId, solana)).rejects.toMatchObject(unavailable)
      const reason = "choosePayout named no payout: Cleo's Lamps has no address on sol"
      expect(await lastError(sessionId)).toBe(reason)
      expect(logs.text()).toContain(`session ${sessionId} of cart ${cartId}: ${reason}`)
      expect(await sandbox.requests("createInvoice")).toEqual([])
      expect(await shopper.attempt(sessionId, USDC_ON_BASE)).toMatchObject({ status: "awaiting_payment" })
      expect(await storedLegs(sessionId)).toEqual(splitOn("evm"))
    } finally {
      logs.stop()
    }
  })

  it("goods of the shop go to the shop, a gift has no share, and a cart without a seller is not split", async () => {
    const { shopper, container } = store
    await giveSellers(store, [null, ...SELLERS.slice(1)])
    const cartId = await fillMarketCart(shopper, store)
    const cart = await container.resolve("cart").retrieveCart(cartId, { relations: ["items"] })
    const lamp = cart.items?.find((item) => item.variant_id === store.seed.variantIds[2])
    await container.resolve("cart").updateLineItems(lamp?.id ?? "", { unit_price: 0, is_custom_price: true })
    const { sessionId } = await shopper.choose(cartId, USDC_ON_BASE)
    expect(await storedLegs(sessionId)).toEqual([
      { label: "Bert's Mugs", share_bps: 6_000, destination_address: SELLERS[1]?.evm },
      { label: SHOP.name, share_bps: 4_000, destination_address: SHOP.evm },
    ])
    const own = await shopper.choose(await shopper.fillCart(), USDC_ON_BASE)
    expect(await storedLegs(own.sessionId)).toEqual([])
    expect(await storedPayment(store, own.sessionId)).toMatchObject({ state: "awaiting", payout_items: null })
  })

  it("goods of another seller at the same price are refused before the payment, and paid by a new choice", async () => {
    const { sandbox, shopper, merchant } = store
    const cartId = await shopper.fillCart()
    const { sessionId, collectionId } = await shopper.choose(cartId, USDC_ON_BASE)
    const [first] = await sandbox.invoices()
    await swapItem(store, cartId, [0, 1])
    const attempt = await attemptOrder(store, cartId)
    expect(attempt).toMatchObject({ orderId: null, status: 400 })
    expect(attempt.message).toContain("items of this cart changed")
    expect(await merchant.orderIds()).toEqual([])

    // The page opens another attempt for the same network and token. The earlier one stays payable at the service.
    await shopper.attempt(sessionId, USDC_ON_BASE)
    const [to] = SELLERS.slice(1)
    const ofBert = [{ label: to?.name, share_bps: 10_000, destination_address: to?.evm }]
    expect(await storedLegs(sessionId)).toEqual(ofBert)
    const orderId = await shopper.placeOrder(cartId)
    await sandbox.payInFull(first?.id ?? "")
    await store.quiet()
    expect(await merchant.order(orderId)).toMatchObject({ captures: [] })
    const held = { state: "unallocated", unallocated_reason: "items_changed" }
    expect(await storedPayment(store, sessionId)).toMatchObject({ ...held, collection_id: collectionId })
  })

  it("goods of another seller in a cart that its payment completes are not ordered: the money is held", async () => {
    const { sandbox, shopper, merchant, container } = store
    const { options } = container.resolve("onchain")
    options.placeOrder = "after_payment"
    try {
      const cartId = await shopper.fillCart()
      const { sessionId } = await shopper.choose(cartId, USDC_ON_BASE)
      await swapItem(store, cartId, [0, 1])
      await sandbox.payInFull((await sandbox.invoices()).at(-1)?.id ?? "")
      await store.quiet()
      expect(await merchant.orderIds()).toEqual([])
      const held = { state: "unallocated", unallocated_reason: "items_changed" }
      expect(await storedPayment(store, sessionId)).toMatchObject(held)
    } finally {
      options.placeOrder = "before_payment"
    }
  })
}
