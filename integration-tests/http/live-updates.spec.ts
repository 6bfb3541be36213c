import { createHash } from "node:crypto"
import { eventually } from "./support/eventually"
import { openIntent, signUp } from "./support/intent-purchase"
import { type LiveStream, openStream } from "./support/live-stream"
import { openPurchase, placePurchase, USDC_ON_BASE } from "./support/purchase"
import { storeSuite } from "./support/store-suite"

const tuning = { watchersPerAddress: 2 }

storeSuite(
  "live updates of a payment page",
  { plugin: { tuning }, env: { ONCHAIN_COMPRESSION: "true" } },
  (store) => {
    const streams: LiveStream[] = []
    afterEach(async () => {
      for (const stream of streams.splice(0)) stream.close()
      await eventually(async () => expect(open()).toBe(0))
    })

    const open = () => store.container.resolve("onchain").live.limit.open

    async function watch(page: string, headers: Record<string, string> = {}): Promise<LiveStream> {
      const stream = await openStream(`${store.origin}${page}/events`, { headers })
      streams.push(stream)
      return stream
    }
    const statuses = ({ checkouts }: LiveStream) => checkouts.map(({ payment }) => payment.status)
    const showsLast = (stream: LiveStream, status: string) =>
      eventually(async () => expect(statuses(stream).at(-1)).toBe(status))

    it("sends the checkout immediately, then only what changes, uncompressed and unbuffered", async () => {
      const { invoiceId, sessionId } = await placePurchase(store)
      const page = store.shopper.pagePath(sessionId)
      const stream = await watch(page)
      expect(stream.status).toBe(200)
      expect(stream.headers).toMatchObject({
        "content-type": "text/event-stream; charset=utf-8",
        "cache-control": "no-cache, no-store, no-transform",
        "x-accel-buffering": "no",
      })
      expect(stream.headers).not.toHaveProperty("content-encoding")
      await showsLast(stream, "awaiting_payment")
      expect(stream.text()).toMatch(/^retry: \d+$/m)
      expect(stream.checkouts[0]?.payment.deposit_address).toMatch(/^0x/)
      const [known = ""] = stream.ids
      const again = await watch(page, { "last-event-id": known })
      await store.sandbox.pay(invoiceId)
      await showsLast(stream, "confirming")
      await store.sandbox.settle(invoiceId)
      await showsLast(stream, "paid")
      expect(stream.ids).toEqual(stream.checkouts.map(({ version }) => version))
      expect(new Set(stream.ids).size).toBe(stream.ids.length)
      await showsLast(again, "paid")
      expect(again.ids).not.toContain(known)
      await store.quiet()
    })

    it("ends when its link is revoked or the cart changes customers, and the page is gone", async () => {
      const { shopper, db } = store
      const [one, other] = [await openPurchase(store), await openPurchase(store)]
      const revoked = await shopper.pageLink({ cart_id: one.cartId })
      const [first, kept] = [await watch(revoked.page_path), await watch(shopper.pagePath(one.sessionId))]
      const second = await watch(shopper.pagePath(other.sessionId))
      await db.raw("UPDATE onchain_page_link SET revoked_at = now() WHERE token_hash = ?", [
        createHash("sha256").update(revoked.token).digest("hex"),
      ])
      await eventually(async () => expect(first.isEnded()).toBe(true))
      const { customer } = await signUp(store)
      await customer.post(`/store/carts/${other.cartId}/customer`, {})
      await eventually(async () => expect(second.isEnded()).toBe(true))
      expect(kept.isEnded()).toBe(false)
      expect((await watch(revoked.page_path)).status).toBe(404)
      expect((await watch(`/onchain/pay/${"A".repeat(43)}`)).status).toBe(404)
      expect((await watch("/onchain/pay/short")).status).toBe(404)
    })

    it("makes no calls to the service while watching a customer's address, and never sends it", async () => {
      const { customer } = await signUp(store)
      const { sessionId } = await openIntent(customer, USDC_ON_BASE)
      const before = (await store.sandbox.requests("ensureAddress")).length
      const stream = await watch(customer.pagePath(sessionId))
      await showsLast(stream, "awaiting_payment")
      await store.db.raw("UPDATE onchain_attempt SET confirmations = 3, updated_at = now()")
      await eventually(async () => expect(stream.checkouts.at(-1)?.payment.confirmations).toBe(3))
      expect(stream.checkouts.map(({ payment }) => payment.deposit_address)).toEqual([null, null])
      expect(await store.sandbox.requests("ensureAddress")).toHaveLength(before)
    })

    it("limits streams per client address, and a closed page frees its place", async () => {
      const { sessionId } = await openPurchase(store)
      const page = store.shopper.pagePath(sessionId)
      const from = (address: string) => ({ "x-forwarded-for": address })
      const [first] = [await watch(page, from("203.0.113.7")), await watch(page, from("203.0.113.7"))]
      const refused = await watch(page, from("203.0.113.7"))
      expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "30"])
      expect((await watch(page, from("203.0.113.8"))).status).toBe(200)
      first.close()
      await eventually(async () => expect((await watch(page, from("203.0.113.7"))).status).toBe(200))
    })
  }
)
