import axios from "axios"
import { StoreBench } from "../http/support/configured-store"
import { eventually } from "../http/support/eventually"
import { USDC_ON_BASE } from "../http/support/purchase"
import { Shopper } from "../http/support/shopper"

const ORDERS = 20
/** The lease of a delivery whose worker was killed, so that the test need not wait a minute for it. */
const OPTIONS = { tuning: { leaseMs: 5_000 } }

describe("a store that is killed after it accepted webhooks and before it processed them", () => {
  let bench: StoreBench

  beforeAll(async () => {
    bench = await StoreBench.open(["pp_onchain_default"])
  })
  afterAll(() => bench.close())

  it(`captures ${ORDERS} of ${ORDERS} orders exactly once after its restart`, async () => {
    const { sandbox } = bench
    const first = await bench.start(OPTIONS)
    const shopper = new Shopper(axios.create({ baseURL: first.origin }), bench.seed())
    const orderIds: string[] = []
    for (let n = 0; n < ORDERS; n++) {
      const { cartId } = await shopper.choose(await shopper.fillCart(), USDC_ON_BASE)
      orderIds.push(await shopper.placeOrder(cartId))
    }
    const invoices = await sandbox.invoices()
    expect(invoices).toHaveLength(ORDERS)

    // Only the settling webhook of each invoice arrives, and the gateway does not answer the store's read
    // then.
    await sandbox.fault({ kind: "latency", ms: 60_000, endpoint: "getInvoice", count: 1_000 })
    for (const { id } of invoices) await sandbox.payInFull(id)
    await sandbox.setWebhook(`${first.origin}/hooks/onchain`)
    const paid = (await sandbox.deliveries()).filter((delivery) => delivery.event === "invoice.paid")
    const answers = await Promise.all(paid.map(({ id }) => sandbox.redeliver(id)))
    expect(answers.flatMap(({ statuses }) => statuses)).toEqual(Array(ORDERS).fill(200))
    for (const id of orderIds) expect((await first.merchant.order(id)).captures).toEqual([])
    await first.kill()

    await sandbox.setWebhook(null)
    await sandbox.clearFaults()
    const second = await bench.start(OPTIONS)
    await eventually(async () => {
      const facts = await Promise.all(orderIds.map((id) => second.merchant.order(id)))
      expect(facts.filter((order) => order.payment_status === "captured")).toHaveLength(ORDERS)
      expect(facts.filter((order) => order.outstanding === 0)).toHaveLength(ORDERS)
    })
    for (const id of orderIds) {
      const order = await second.merchant.order(id)
      expect(order.captures).toEqual([17])
      expect(order.booked).toEqual([17])
    }
    expect(await second.merchant.orderIds()).toHaveLength(ORDERS)
    expect(await sandbox.calls("createInvoice")).toHaveLength(ORDERS)
    await second.stop()
  }, 300_000)
})
