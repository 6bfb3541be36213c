import { AddressTamperer } from "../http/support/address-tamperer"
import { type Boot, StoreBench } from "../http/support/configured-store"
import { eventually } from "../http/support/eventually"
import { fundTreasury } from "../http/support/treasury"
import { historyOf, payoutsOf, UNTIL_PAID_MS, WithdrawalApi } from "../http/support/withdrawals"

/** Short leases, so that the test need not wait a minute for them, and one attempt per call. */
const OPTIONS = { tuning: { leaseMs: 5_000, callAttempts: 1, callTimeoutMs: 60_000 } }
const ME = "merchant@example.com"
const CREATE = "createWithdrawal"

describe("a store that is killed while it pays out", () => {
  let bench: StoreBench
  let proxy: AddressTamperer

  beforeAll(async () => {
    bench = await StoreBench.open()
    proxy = await AddressTamperer.start(() => new URL(bench.sandbox.url).origin)
  }, 200_000)
  afterAll(async () => {
    await proxy.stop()
    await bench.close()
  })

  const stateOf = async (id: string) =>
    (await bench.client.query("SELECT state FROM onchain_withdrawal WHERE id = $1", [id])).rows[0]?.state
  const shopOf = ({ origin }: Boot) => ({ sandbox: bench.sandbox, origin })

  const boot = (options: object = {}) => bench.start({ ...OPTIONS, ...options })

  /** A withdrawal that waits for consent, in a store that receives no webhook. */
  async function prepare(booted: Boot) {
    await fundTreasury(shopOf(booted), "100")
    await bench.sandbox.setWebhook(null)
    const api = new WithdrawalApi(booted.merchant)
    return { api, asked: await api.request(await api.destination()) }
  }

  /** Starts another store, and expects it to finish the first one's payout: once. */
  async function expectPaidOnce(id: string): Promise<void> {
    await bench.sandbox.clearFaults()
    const second = await boot()
    await bench.sandbox.setWebhook(`${second.origin}/hooks/onchain`)
    const api = new WithdrawalApi(second.merchant)
    await eventually(async () => {
      await bench.client.query("UPDATE onchain_withdrawal SET due_at = now() WHERE state = 'sending'")
      expect(await stateOf(id)).toBe("sent")
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
    const asked = await bench.sandbox.requests(CREATE)
    expect(new Set(asked.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
    await second.stop()
  }

  beforeEach(() => bench.sandbox.reset(`crash ${expect.getState().currentTestName}`))

  it("before its call reaches the service: the call is made after the restart", async () => {
    const first = await boot({ baseUrl: `${proxy.origin}/api/v1` })
    const { api, asked } = await prepare(first)
    proxy.isLost = (method, path) => method === "POST" && path.endsWith("/withdrawals")
    api.consent(asked).catch(() => undefined)
    await eventually(() => Promise.resolve(expect(proxy.lostCalls).toBe(1)))
    const { rows } = await bench.client.query(
      "SELECT state, create_key FROM onchain_withdrawal WHERE id = $1",
      [asked.id]
    )
    expect(rows).toEqual([{ state: "sending", create_key: expect.stringMatching(/^wd_create_\d+_/) }])
    await first.kill()
    expect(await bench.sandbox.requests(CREATE)).toEqual([])
    await expectPaidOnce(asked.id)
  }, 300_000)

  it("after the service has acted and before its answer is stored: it is not paid again", async () => {
    const first = await boot()
    const { api, asked } = await prepare(first)
    await bench.sandbox.fault({ kind: "latency", ms: 4_000, endpoint: CREATE, count: 1 })
    api.consent(asked).catch(() => undefined)
    await eventually(async () => expect(await stateOf(asked.id)).toBe("sending"))
    // Writes to this row wait from now on, so that the answer arrives and cannot be stored.
    await bench.client.query("BEGIN")
    await bench.client.query("SELECT 1 FROM onchain_withdrawal WHERE id = $1 FOR UPDATE", [asked.id])
    await eventually(async () =>
      expect(await payoutsOf({ sandbox: bench.sandbox }, asked.id)).toHaveLength(1)
    )
    await eventually(async () =>
      expect(await bench.sandbox.requests(CREATE)).toMatchObject([{ status: 201 }])
    )
    await first.kill()
    await bench.endWaiting()
    await bench.client.query("ROLLBACK")
    expect(await stateOf(asked.id)).toBe("sending")
    await expectPaidOnce(asked.id)
  }, 300_000)
})
