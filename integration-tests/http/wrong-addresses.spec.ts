import { accountAddressesStories } from "./stories/account-addresses"
import { AddressTamperer } from "./support/address-tamperer"
import { pay, placeIntent, signUp } from "./support/intent-purchase"
import { expectCaptured, storedPayment } from "./support/purchase"
import { storeSuite } from "./support/store-suite"

const USDC_ON_BASE = "evm:base-mainnet:USDC"
const USDC_ON_SOLANA = "sol:sol-mainnet:USDC"
const EVM_ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7"

// Each page view reads again, so that a story sees the service's answer at once.
const plugin = { baseUrl: "", tuning: { addressIntervalMs: 0 } }
let tamperer: AddressTamperer
let target = ""

beforeAll(async () => {
  tamperer = await AddressTamperer.start(() => target)
  plugin.baseUrl = `${tamperer.origin}/api/v1`
})
afterAll(() => tamperer.stop())

storeSuite("an address of another rail than requested", { plugin }, (store) => {
  beforeAll(() => {
    target = store.sandbox.origin
  })
  afterEach(() => {
    tamperer.change = null
  })

  /** What the health check reports about rails with wrong addresses. */
  async function refusedRails(): Promise<string> {
    const { checks } = await store.merchant.health()
    return checks.find(({ id, status }) => id === "addresses" && status === "error")?.message ?? ""
  }

  const WRONG: [string, string, Record<string, string>][] = [
    [
      "an EVM address where Solana was requested",
      USDC_ON_SOLANA,
      { address: EVM_ADDRESS, chainFamily: "evm" },
    ],
    ["an address of another network", USDC_ON_BASE, { networkId: "eth-mainnet" }],
  ]

  it.each(WRONG)("stops a checkout: %s", async (_, rail, change) => {
    const { customer } = await signUp(store)
    tamperer.change = change
    const cartId = await customer.fillCart()
    await expect(customer.choose(cartId, rail)).rejects.toMatchObject({
      response: { status: 400, data: { message: expect.stringContaining("cannot be confirmed") } },
    })
    const { rows } = await store.db.raw("SELECT state, last_error, deposit_address FROM onchain_attempt")
    expect(rows).toEqual([
      { state: "failed", last_error: expect.stringContaining("cannot be confirmed"), deposit_address: null },
    ])
    expect(await store.sandbox.intents()).toEqual([])
    expect(await store.sandbox.calls("createInvoice")).toEqual([])
    expect(await refusedRails()).toContain(rail.split(":", 2).join(":"))
  })

  it("is not shown on a page that showed a good one before, and neither is that one", async () => {
    const { customer } = await signUp(store)
    const { orderId, sessionId, payment } = await placeIntent(customer, USDC_ON_BASE)
    const shown = payment.deposit_address ?? ""
    tamperer.change = { networkId: "eth-mainnet" }
    expect(await customer.payment(sessionId)).toMatchObject({
      status: "address_unavailable",
      deposit_address: null,
    })
    const page = await customer.page(sessionId)
    expect(page).toContain("Your address cannot be confirmed")
    expect(page).not.toContain(shown)
    expect(page).toContain('http-equiv="refresh"')
    expect((await storedPayment(store, sessionId)).last_error).toContain("cannot be confirmed")

    tamperer.change = null
    expect(await customer.page(sessionId)).toContain(shown)
    await pay(store, payment)
    await expectCaptured(store, orderId)
  })

  describe("the addresses of an account", () => accountAddressesStories(store, () => tamperer))
})
