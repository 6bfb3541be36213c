import { USDC_ON_BASE } from "./support/purchase"
import { storeSuite } from "./support/store-suite"

const UNPROXIED = { tuning: { openingsPerMinute: 1 }, throttle: { trustedAddresses: [], proxies: [] } }
storeSuite("a store without a proxy", { plugin: UNPROXIED }, (store) => {
  it("limits the openings of a client that names another address in each header", async () => {
    const { shopper, origin, seed } = store
    const open = async (from: string) => {
      const created = await shopper.post<{ payment_collection: { id: string } }>(
        "/store/payment-collections",
        {
          cart_id: await shopper.fillCart(),
        }
      )
      const answer = await fetch(
        `${origin}/store/payment-collections/${created.payment_collection.id}/payment-sessions`,
        {
          method: "POST",
          headers: {
            "content-type": "application/json",
            "x-publishable-api-key": seed.publishableKey,
            "x-forwarded-for": from,
          },
          body: JSON.stringify({ provider_id: "pp_onchain_default", data: { rail: USDC_ON_BASE } }),
        }
      )
      return answer.status
    }
    expect(await open("203.0.113.7")).toBe(200)
    for (const from of ["203.0.113.8", "127.0.0.1", "203.0.113.9, 203.0.113.10"])
      expect(await open(from)).toBe(429)
  })
})
