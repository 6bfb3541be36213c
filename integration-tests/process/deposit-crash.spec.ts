import axios from "axios"
import type { OnchainDepositAction } from "../../src/types/http"
import { type Boot, StoreBench } from "../http/support/configured-store"
import { ambiguousDeposit, awaitDeposit, DepositApi, historyOf, sendFor } from "../http/support/deposits"
import { eventually } from "../http/support/eventually"
import { Shopper } from "../http/support/shopper"

/** Short leases, so that the test need not wait a minute for them, and one attempt per call. */
const OPTIONS = { tuning: { leaseMs: 5_000, callAttempts: 1, callTimeoutMs: 60_000 } }
const ACTIONS: OnchainDepositAction[] = ["assign", "accept", "refund"]
const STATE = { assign: "assigned", accept: "accepted", refund: "refund_pending" } as const
const ME = "merchant@example.com"

describe("a store that is killed while it acts on deposits", () => {
  let bench: StoreBench

  beforeAll(async () => {
    bench = await StoreBench.open(["pp_onchain_default"])
  }, 200_000)
  afterAll(async () => {
    await bench.close()
  })

  const shopOf = ({ origin }: Boot) => ({
    sandbox: bench.sandbox,
    shopper: new Shopper(axios.create({ baseURL: origin }), bench.seed()),
    quiet: () =>
      eventually(async () => {
        const { rows } = await bench.client.query(
          "SELECT id FROM onchain_webhook_delivery WHERE state IN ('received', 'processing')"
        )
        expect(rows).toEqual([])
      }),
  })
  const requests = async (ids: Record<OnchainDepositAction, string>, action: OnchainDepositAction) =>
    (await bench.sandbox.requests(`${action}Deposit`)).filter(({ path }) => path.includes(ids[action]))

  /** One deposit in review for each action; the one to assign has an order. */
  async function prepare(boot: Boot) {
    await bench.sandbox.setWebhook(`${boot.origin}/hooks/onchain`)
    const shop = shopOf(boot)
    const { id: assign, newer } = await ambiguousDeposit(shop)
    const { payment } = await awaitDeposit(shop)
    const accept = await sendFor(shop, payment, { amount: "3" })
    const refund = await sendFor(shop, payment, { amount: "4" })
    const api = new DepositApi(boot.merchant)
    const intentId = (await api.view(assign)).candidates[0]?.intent_id
    await bench.sandbox.setWebhook(null)
    return { ids: { assign, accept, refund }, orderId: newer.orderId, api, intentId }
  }

  it("after the service has acted and before its answers are stored: nothing is done twice", async () => {
    const first = await bench.start(OPTIONS)
    const { ids, orderId, api, intentId } = await prepare(first)
    const expectProcessing = async () => {
      const states = "SELECT state FROM onchain_deposit WHERE id = ANY($1)"
      const { rows } = await bench.client.query(states, [Object.values(ids)])
      expect(rows).toEqual(ACTIONS.map(() => ({ state: "processing" })))
    }
    for (const action of ACTIONS) {
      await bench.sandbox.fault({ kind: "latency", ms: 4_000, endpoint: `${action}Deposit`, count: 1 })
      api.act(ids[action], action, action === "assign" ? { intent_id: intentId } : {}).catch(() => undefined)
    }
    await eventually(expectProcessing)
    // Writes to these rows wait from now on, so that the answers arrive and cannot be stored.
    await bench.client.query("BEGIN")
    await bench.client.query("SELECT 1 FROM onchain_deposit WHERE id = ANY($1) FOR UPDATE", [
      Object.values(ids),
    ])
    await eventually(async () => {
      for (const action of ACTIONS) expect(await requests(ids, action)).toMatchObject([{ status: 200 }])
    })
    await first.kill()
    await bench.endWaiting()
    await bench.client.query("ROLLBACK")
    await expectProcessing()
    await bench.sandbox.clearFaults()

    const second = await bench.start(OPTIONS)
    const later = new DepositApi(second.merchant)
    for (const action of ACTIONS) {
      const deposit = await later.until(ids[action], STATE[action], 180_000)
      expect(historyOf(deposit)).toEqual([
        `deposit.${action}_requested by ${ME}`,
        `deposit.${STATE[action]} by ${ME}`,
      ])
      expect(deposit.action).toMatchObject({ name: action, by: ME })
      const asked = await requests(ids, action)
      const effects = asked.filter(({ isReplay, status }) => !isReplay && (status === null || status === 200))
      expect(effects).toHaveLength(1)
      expect(asked.length).toBeGreaterThan(1)
      expect(new Set(asked.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
    }
    await bench.sandbox.setWebhook(`${second.origin}/hooks/onchain`)
    for (const { id, event } of await bench.sandbox.deliveries())
      if (event === "invoice.paid") await bench.sandbox.redeliver(id)
    await eventually(async () => expect((await second.merchant.order(orderId)).captures).toEqual([17]))
    await shopOf(second).quiet()
    await second.stop()
  }, 300_000)
})
