import { ADMIN_ACCESS } from "../../../src/api/admin/onchain/access"
import { ambiguousDeposit } from "../support/deposits"
import { openIntent, signUp } from "../support/intent-purchase"
import { openPurchase, placePurchase, USDC_ON_BASE } from "../support/purchase"
import type { StoreUnderTest } from "../support/store-suite"

/** Body for each route that takes one; the others get an empty one. */
const BODIES: Record<string, object> = {
  "/admin/onchain/destinations": {
    label: "Treasury",
    network_id: "base-mainnet",
    address: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  },
  "/admin/onchain/unallocated-payments/:id/keep": { note: "x" },
  "/admin/onchain/reports": { from: "2026-01-01", to: "2026-01-01" },
}
type Failure = { response?: { status: number; data: { code?: string; message?: string } } }

export function serviceUnavailableStories(store: StoreUnderTest): void {
  /** Status and code of any call. */
  const answerOf = (call: Promise<unknown>): Promise<{ status: number; code?: string }> =>
    call.then(
      () => ({ status: 200 }),
      ({ response }: Failure) => ({ status: response?.status ?? 0, code: response?.data.code })
    )
  const breakService = () => store.sandbox.fault({ kind: "server_error", status: 503, count: 10_000 })

  it("causes no server error on any admin route, with rows of every kind", async () => {
    const { orderId } = await placePurchase(store)
    const { id: depositId } = await ambiguousDeposit(store)
    const { rows } = await store.db.raw("SELECT id FROM onchain_payment LIMIT 1")
    const ids: Record<string, string> = { deposits: depositId, payments: rows[0].id, orders: orderId }
    await breakService()
    const seen: Record<string, number> = {}
    for (const { method, path } of ADMIN_ACCESS) {
      const kind = path.split("/")[3] ?? ""
      const url = path.replace(":id", ids[kind] ?? "nothing")
      const call = method === "GET" ? store.merchant.get(url) : store.merchant.post(url, BODIES[path] ?? {})
      seen[`${method} ${path}`] = (await answerOf(call)).status
    }
    expect(Object.entries(seen).filter(([, status]) => status >= 500 || status === 0)).toEqual([])
    expect(Object.keys(seen).length).toBeGreaterThan(40)
  })

  it("reports its code to an operator whose request only the service can answer", async () => {
    await breakService()
    for (const path of ["/admin/onchain/balances", "/admin/onchain/billing"])
      expect(await answerOf(store.merchant.get(path))).toEqual({ status: 400, code: "SERVICE_UNAVAILABLE" })
    expect(await answerOf(store.merchant.post("/admin/onchain/deposits/sync", {}))).toEqual({
      status: 400,
      code: "SERVICE_UNAVAILABLE",
    })
  })

  it("causes no server error at the checkout, on the page and in the storefront", async () => {
    const { sessionId, cartId } = await openPurchase(store)
    const customer = await store.shopper.signUp("new@example.com")
    const customersCart = await customer.fillCart()
    await breakService()
    expect(await answerOf(store.shopper.choose(cartId, USDC_ON_BASE))).toEqual({
      status: 400,
      code: "payments_unreachable",
    })
    expect((await answerOf(customer.choose(customersCart, USDC_ON_BASE))).status).toBe(400)
    expect((await answerOf(customer.get(`/store/onchain/addresses?rail=${USDC_ON_BASE}`))).status).toBe(400)
    for (const call of [
      store.shopper.payment(sessionId),
      store.shopper.page(sessionId),
      store.shopper.complete(cartId),
    ])
      expect((await answerOf(call)).status).toBeLessThan(500)
    expect((await answerOf(store.merchant.health())).status).toBe(200)
  })

  it("shows no code of its own to a shopper, whatever it refuses with", async () => {
    const { sessionId, cartId } = await openPurchase(store)
    const { customer } = await signUp(store)
    const intent = await openIntent(customer, USDC_ON_BASE)
    const customersCart = await customer.fillCart()
    const said: string[] = []
    const say = (call: Promise<unknown>) =>
      call.then(
        (answer) => said.push(JSON.stringify(answer)),
        ({ response }: Failure) => said.push(JSON.stringify([response?.status, response?.data]))
      )
    for (const [status, code] of [
      [422, "quote_expired"],
      [403, "SECRET_PLAN"],
    ] as const) {
      await store.sandbox.fault({ kind: "refusal", status, code, count: 1_000 })
      await say(store.shopper.choose(cartId, USDC_ON_BASE))
      await say(customer.choose(customersCart, USDC_ON_BASE))
      await say(customer.get(`/store/onchain/addresses?rail=${USDC_ON_BASE}`))
      await say(store.shopper.payment(sessionId))
      await say(customer.payment(intent.sessionId))
      await say(store.shopper.page(sessionId))
      await say(store.shopper.complete(cartId))
      await store.sandbox.clearFaults()
    }
    expect(said).toHaveLength(14)
    expect(said.filter((text) => text.startsWith("[400,")).length).toBeGreaterThanOrEqual(6)
    for (const text of said) expect(text).not.toMatch(/quote_expired|SECRET|\[5\d\d/)
  })
}
