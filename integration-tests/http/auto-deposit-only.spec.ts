import type { OnchainOptions } from "../../src/modules/onchain/options/options"
import { splitStories } from "./stories/splits"
import { signUp } from "./support/intent-purchase"
import { storeSuite } from "./support/store-suite"

const USDC_ON_BASE = "evm:base-mainnet:USDC"
const recipient = (label: string, destinationAddress: string, shareBps: number) => ({
  label,
  destinationAddress,
  shareBps,
})
const rails = [
  {
    chain: "evm",
    networkId: "base-mainnet",
    token: "USDC",
    payoutRecipients: [
      recipient("Maker", "0x52908400098527886E0F7030069857D2E4169EE7", 6_000),
      recipient("Courier", "0x8617E340B3D01FA5F11F306F4090FD50E238070D", 3_000),
      recipient("Shop", "0xde709f2102306220921060314715629080e2fb77", 1_000),
    ],
  },
]
const addresses = rails.flatMap(({ payoutRecipients }) =>
  payoutRecipients.map(({ destinationAddress }) => destinationAddress)
)

storeSuite("a store with reusable addresses only", { jobs: true }, (store) => {
  const options = () => store.container.resolve("onchain").options
  let before: Pick<OnchainOptions, "collection" | "rails">

  beforeAll(() => {
    const { collection, rails: all } = options()
    before = { collection, rails: all }
    Object.assign(options(), { collection: "auto_deposit", rails })
  })
  afterAll(() => void Object.assign(options(), before))

  it("refuses guests with an explanation, opens nothing for them, and accepts customers", async () => {
    const { shopper, sandbox } = store
    await expect(shopper.choose(await shopper.fillCart(), USDC_ON_BASE)).rejects.toMatchObject({
      response: { status: 400, data: { message: expect.stringContaining("Sign in to pay with crypto") } },
    })
    expect((await store.db.raw("SELECT id FROM onchain_payment")).rows).toEqual([])
    expect(await sandbox.calls("createInvoice")).toHaveLength(0)
  })

  // The store remembers the refusal until the service gives an address there, as in the next story.
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

  describe("a split", () => splitStories(store, addresses))
})
