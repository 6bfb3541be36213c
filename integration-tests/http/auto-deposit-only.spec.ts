import { splitStories } from "./stories/splits"
import { pay, placeIntent, signUp } from "./support/intent-purchase"
import { expectCaptured } from "./support/purchase"
import { storeSuite } from "./support/store-suite"

const USDC_ON_BASE = "evm:base-mainnet:USDC"
const recipient = (label: string, destinationAddress: string, shareBps: number) => ({
  label,
  destinationAddress,
  shareBps,
})
const REJECTED = "0x8617E340B3D01FA5F11F306F4090FD50E238070D"
const rails = [
  {
    chain: "evm",
    networkId: "base-mainnet",
    token: "USDC",
    payoutRecipients: [
      recipient("Maker", "0x52908400098527886E0F7030069857D2E4169EE7", 6_000),
      recipient("Courier", REJECTED, 3_000),
      recipient("Shop", "0xde709f2102306220921060314715629080e2fb77", 1_000),
    ],
  },
]

storeSuite(
  "a store with reusable addresses only",
  {
    plugin: { collection: "auto_deposit", rails },
    jobs: true,
  },
  (store) => {
    it("refuses guests with an explanation, opens nothing for them, and accepts customers", async () => {
      const { shopper, sandbox } = store
      await expect(shopper.choose(await shopper.fillCart(), USDC_ON_BASE)).rejects.toMatchObject({
        response: { status: 400, data: { message: expect.stringContaining("Sign in to pay with crypto") } },
      })
      expect((await store.db.raw("SELECT id FROM onchain_payment")).rows).toEqual([])
      expect(await sandbox.calls("createInvoice")).toHaveLength(0)
    })

    it("opens nothing where the business takes no deposits, and the payment says why", async () => {
      await store.sandbox.changeSettings({ chains: ["sol"] })
      const { customer } = await signUp(store)
      await expect(customer.choose(await customer.fillCart(), USDC_ON_BASE)).rejects.toMatchObject({
        response: { status: 400, data: { code: "rail_unavailable" } },
      })
      expect((await store.db.raw("SELECT state, kind, last_error FROM onchain_attempt")).rows).toEqual([
        { state: "failed", kind: "auto_deposit", last_error: expect.stringContaining("VALIDATION_ERROR") },
      ])
      expect(await store.sandbox.calls("createInvoice")).toEqual([])
    })

    it("pays an intent's money out to the recipients of the rail", async () => {
      const { customer } = await signUp(store)
      const { orderId, payment } = await placeIntent(customer, USDC_ON_BASE)
      await pay(store, payment)
      await expectCaptured(store, orderId)
      await store.sandbox.advance(60_000)
      const legs = await store.sandbox.withdrawals()
      expect(legs.map(({ destinationAddress }) => destinationAddress).sort()).toEqual(
        rails[0]?.payoutRecipients.map(({ destinationAddress }) => destinationAddress).sort()
      )
    })

    describe("a split", () => splitStories(store, REJECTED))
  }
)
