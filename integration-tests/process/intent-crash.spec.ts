import axios from "axios"
import { StoreBench } from "../http/support/configured-store"
import { eventually } from "../http/support/eventually"
import { USDC_ON_BASE } from "../http/support/purchase"
import { Shopper } from "../http/support/shopper"

/** Long enough for the transfer to be final, short enough for the signatures of its webhooks. */
const UNTIL_FINAL_MS = 120_000

describe("a store that is killed after the service created an intent and before it stored the answer", () => {
  let bench: StoreBench

  beforeAll(async () => {
    bench = await StoreBench.open(["pp_onchain_default"])
  })
  afterAll(() => bench.close())

  it("shows no page for the wrong intent, and captures the order of the next one once", async () => {
    const { sandbox } = bench
    const first = await bench.boot()
    expect(first.problem).toBeNull()
    const shopper = await new Shopper(axios.create({ baseURL: first.origin }), bench.seed()).signUp()
    const older = await shopper.choose(await shopper.fillCart(), USDC_ON_BASE)
    const cartId = await shopper.fillCart()

    // The service creates the intent, and its answer never arrives.
    await sandbox.fault({ kind: "drop_response", endpoint: "createIntent", count: 1_000 })
    const cutOff = shopper.choose(cartId, USDC_ON_BASE).catch((error: Error) => error)
    await eventually(async () => expect(await sandbox.intents()).toHaveLength(2))
    await first.kill()
    expect(await cutOff).toBeInstanceOf(Error)
    await sandbox.clearFaults()

    const second = await bench.boot()
    expect(second.problem).toBeNull()
    const api = axios.create({ baseURL: second.origin })
    const returned = new Shopper(api, bench.seed(), shopper.account)
    await sandbox.setWebhook(`${second.origin}/hooks/onchain`)
    const newest = await returned.choose(cartId, USDC_ON_BASE)
    const payment = await returned.payment(newest.sessionId)
    expect(payment).toMatchObject({ status: "awaiting_payment" })
    expect(await returned.payment(older.sessionId)).toMatchObject({ status: "superseded" })
    const active = (await sandbox.intents()).filter(({ status }) => status === "active")
    expect(active.map(({ externalOrderId }) => externalOrderId)).toEqual([newest.sessionId])
    expect(await sandbox.calls("createCustomer")).toHaveLength(1)

    const orderId = await returned.placeOrder(cartId)
    await sandbox.transfer({
      ...{ chain: payment.chain ?? "", networkId: payment.network_id ?? "", token: payment.token ?? "" },
      ...{ toAddress: payment.deposit_address ?? "", amount: payment.amount ?? "" },
    })
    await sandbox.advance(UNTIL_FINAL_MS)
    await eventually(async () =>
      expect(await second.merchant.order(orderId)).toMatchObject({ captures: [17], outstanding: 0 })
    )
    await second.stop()
  }, 300_000)
})
