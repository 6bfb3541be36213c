import axios from "axios"
import type { OnchainDepositAction } from "../../src/types/http"
import { AddressTamperer } from "../http/support/address-tamperer"
import { type Boot, StoreBench } from "../http/support/configured-store"
import { ambiguousDeposit, awaitDeposit, historyOf, sendFor } from "../http/support/deposits"
import { eventually } from "../http/support/eventually"
import { USDC_ON_BASE } from "../http/support/purchase"
import { Shopper } from "../http/support/shopper"
import { catchUp, fundTreasury } from "../http/support/treasury"
import { payoutsOf, UNTIL_PAID_MS } from "../http/support/withdrawals"

/** Short leases, so that the test need not wait a minute for them, and one attempt per call. */
const OPTIONS = { tuning: { leaseMs: 5_000, callAttempts: 1, callTimeoutMs: 60_000 } }
const ORDERS = 6
const ACTIONS: OnchainDepositAction[] = ["assign", "accept", "refund"]
const STATE = { assign: "assigned", accept: "accepted", refund: "refund_pending" } as const
const ME = "merchant@example.com"
const CREATE = "createWithdrawal"

/** Each story goes on with the store that the one before it has started again. */
describe("a store that is killed", () => {
  let bench: StoreBench
  let proxy: AddressTamperer
  let store: Boot

  const start = async (options: object = {}) => {
    store = await bench.start({ ...OPTIONS, ...options })
  }
  beforeAll(async () => {
    bench = await StoreBench.open(["pp_onchain_default"])
    proxy = await AddressTamperer.start(() => new URL(bench.sandbox.url).origin)
    await start()
  }, 300_000)
  afterAll(async () => {
    await store.stop()
    await proxy.stop()
    await bench.close()
  }, 60_000)

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

  /** Writes to these rows wait from now on, so that an answer arrives and cannot be stored. */
  async function lockRows(table: "onchain_deposit" | "onchain_withdrawal", ids: string[]): Promise<void> {
    await bench.client.query("BEGIN")
    await bench.client.query(`SELECT 1 FROM ${table} WHERE id = ANY($1) FOR UPDATE`, [ids])
  }
  async function killWhileLocked(): Promise<void> {
    await store.kill()
    await bench.endWaiting()
    await bench.client.query("ROLLBACK")
  }

  it(`after it accepted webhooks and before it processed them captures ${ORDERS} of ${ORDERS} orders exactly once`, async () => {
    const { sandbox } = bench
    const { shopper } = shopOf(store)
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
    await sandbox.setWebhook(`${store.origin}/hooks/onchain`)
    const paid = (await sandbox.deliveries()).filter((delivery) => delivery.event === "invoice.paid")
    const answers = await Promise.all(paid.map(({ id }) => sandbox.redeliver(id)))
    expect(answers.flatMap(({ statuses }) => statuses)).toEqual(Array(ORDERS).fill(200))
    for (const id of orderIds) expect((await store.merchant.order(id)).captures).toEqual([])
    await store.kill()

    await sandbox.setWebhook(null)
    await sandbox.clearFaults()
    await start()
    await eventually(async () => {
      const facts = await Promise.all(orderIds.map((id) => store.merchant.order(id)))
      expect(facts.filter((order) => order.payment_status === "captured")).toHaveLength(ORDERS)
      expect(facts.filter((order) => order.outstanding === 0)).toHaveLength(ORDERS)
    })
    for (const id of orderIds) {
      const order = await store.merchant.order(id)
      expect(order.captures).toEqual([17])
      expect(order.booked).toEqual([17])
    }
    expect(await store.merchant.orderIds()).toHaveLength(ORDERS)
    expect(await sandbox.calls("createInvoice")).toHaveLength(ORDERS)
  }, 300_000)

  const requests = async (ids: Record<OnchainDepositAction, string>, action: OnchainDepositAction) =>
    (await bench.sandbox.requests(`${action}Deposit`)).filter(({ path }) => path.includes(ids[action]))

  /** One deposit in review for each action; the one to assign has an order. */
  async function prepareDeposits() {
    await catchUp(bench.sandbox)
    await bench.sandbox.setWebhook(`${store.origin}/hooks/onchain`)
    const shop = shopOf(store)
    const { id: assign, newer } = await ambiguousDeposit(shop)
    const { payment } = await awaitDeposit(shop)
    const accept = await sendFor(shop, payment, { amount: "3" })
    const refund = await sendFor(shop, payment, { amount: "4" })
    const api = store.merchant.deposits
    const intentId = (await api.view(assign)).candidates[0]?.intent_id
    await bench.sandbox.setWebhook(null)
    return { ids: { assign, accept, refund }, orderId: newer.orderId, api, intentId }
  }

  it("after the service has acted on deposits and before its answers are stored does nothing twice", async () => {
    const { ids, orderId, api, intentId } = await prepareDeposits()
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
    await lockRows("onchain_deposit", Object.values(ids))
    await eventually(async () => {
      for (const action of ACTIONS) expect(await requests(ids, action)).toMatchObject([{ status: 200 }])
    })
    await killWhileLocked()
    await expectProcessing()
    await bench.sandbox.clearFaults()

    await start()
    const later = store.merchant.deposits
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
    await bench.sandbox.setWebhook(`${store.origin}/hooks/onchain`)
    for (const { id, event } of await bench.sandbox.deliveries())
      if (event === "invoice.paid") await bench.sandbox.redeliver(id)
    await eventually(async () => expect((await store.merchant.order(orderId)).captures).toEqual([17]))
    await shopOf(store).quiet()
  }, 300_000)

  const withdrawalOf = async (id: string): Promise<{ state: string; create_key: string | null }> => {
    const read = "SELECT state, create_key FROM onchain_withdrawal WHERE id = $1"
    return (await bench.client.query(read, [id])).rows[0]
  }

  /** A withdrawal that waits for consent, in a store that receives no webhook. */
  async function prepareWithdrawal() {
    await fundTreasury({ sandbox: bench.sandbox, origin: store.origin }, "100")
    await bench.sandbox.setWebhook(null)
    const api = store.merchant.withdrawals
    const asked = await api.request(await api.destination())
    return { api, asked, before: await bench.sandbox.requests(CREATE) }
  }

  /** Starts another store, and expects it to finish the killed one's payout: once, by one new key. */
  async function expectPaidOnce(id: string, before: readonly unknown[], options: object = {}): Promise<void> {
    await bench.sandbox.clearFaults()
    await start(options)
    await bench.sandbox.setWebhook(`${store.origin}/hooks/onchain`)
    const api = store.merchant.withdrawals
    await eventually(async () => {
      await bench.client.query("UPDATE onchain_withdrawal SET due_at = now() WHERE state = 'sending'")
      expect(await withdrawalOf(id)).toMatchObject({ state: "sent" })
    }, 180_000)
    await bench.sandbox.advance(UNTIL_PAID_MS)
    const paid = await api.until(id, "completed", 180_000)
    expect(paid.mismatch).toBeNull()
    expect(historyOf(paid)).toEqual([
      `withdrawal.requested by ${ME}`,
      `withdrawal.quoted by ${ME}`,
      `withdrawal.confirmed by ${ME}`,
      "withdrawal.sent",
      "withdrawal.completed",
    ])
    expect(await payoutsOf({ sandbox: bench.sandbox }, id)).toMatchObject([
      { status: "completed", amount: "25" },
    ])
    const { create_key } = await withdrawalOf(id)
    const asked = await bench.sandbox.requests(CREATE)
    const own = asked.filter(({ idempotencyKey }) => idempotencyKey === create_key)
    expect(own.length).toBeGreaterThan(0)
    expect(asked).toHaveLength(before.length + own.length)
  }

  it("after the service has paid and before its answer is stored does not pay again", async () => {
    const { api, asked, before } = await prepareWithdrawal()
    expect(before).toEqual([])
    await bench.sandbox.fault({ kind: "latency", ms: 4_000, endpoint: CREATE, count: 1 })
    api.consent(asked).catch(() => undefined)
    await eventually(async () => expect(await withdrawalOf(asked.id)).toMatchObject({ state: "sending" }))
    await lockRows("onchain_withdrawal", [asked.id])
    await eventually(async () =>
      expect(await payoutsOf({ sandbox: bench.sandbox }, asked.id)).toHaveLength(1)
    )
    await eventually(async () =>
      expect(await bench.sandbox.requests(CREATE)).toMatchObject([{ status: 201 }])
    )
    await killWhileLocked()
    expect(await withdrawalOf(asked.id)).toMatchObject({ state: "sending" })
    await expectPaidOnce(asked.id, before, { baseUrl: `${proxy.origin}/api/v1` })
  }, 300_000)

  it("before its call for a payout reaches the service makes the call after the restart", async () => {
    const { api, asked, before } = await prepareWithdrawal()
    proxy.isLost = (method, path) => method === "POST" && path.endsWith("/withdrawals")
    api.consent(asked).catch(() => undefined)
    await eventually(() => Promise.resolve(expect(proxy.lostCalls).toBe(1)))
    const sending = { state: "sending", create_key: expect.stringMatching(/^wd_create_\d+_/) }
    expect(await withdrawalOf(asked.id)).toEqual(sending)
    await store.kill()
    expect(await bench.sandbox.requests(CREATE)).toEqual(before)
    await expectPaidOnce(asked.id, before)
  }, 300_000)
})
