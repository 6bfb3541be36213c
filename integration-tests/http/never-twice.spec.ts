import { randomUUID } from "node:crypto"
import { Client } from "@medusajs/framework/pg"
import axios from "axios"
import type { OnchainWithdrawalDetail } from "../../src/types/http"
import { type Boot, StoreBench } from "./support/configured-store"
import { eventually } from "./support/eventually"
import { Merchant } from "./support/merchant"
import { createRandom } from "./support/never-twice-plan"
import { catchUp, fundTreasury } from "./support/treasury"
import { inviteAdmin, loginOf, UNTIL_PAID_MS, WALLETS, WithdrawalDesk } from "./support/withdrawals"

/** How many payouts, and from which seed their troubles are drawn. */
const PAYOUTS = Number(process.env.PAYOUTS ?? 20)
const SEED = process.env.SEED ?? "never twice"
const PER_ROUND = 10
const OPTIONS = {
  payouts: { leaseMs: 2_000 },
  inbox: { leaseMs: 5_000 },
  gateway: { maxAttempts: 2, timeoutMs: 1_500 },
}
const CREATE = "createWithdrawal"
const ADDRESSES = [WALLETS["base-mainnet"].address, "0x52908400098527886E0F7030069857D2E4169EE7"]
const FAULTS = ["drop_response", "reset", "latency", "server_error", "in_progress", "rate_limit"] as const

const isOnItsWay = (state: string | undefined) => state === "sent" || state === "completed"

type Wanted = { requestId: string; amount: string; to: Destination; id: string | null }
type Destination = { id: string; address: string }

describe(`${PAYOUTS} payouts in a store that everything goes wrong with`, () => {
  const random = createRandom(SEED)
  let bench: StoreBench
  let database: Client
  let store: Boot
  let desks: [WithdrawalDesk, WithdrawalDesk]
  const told = { kills: 0, faults: 0, clicks: 0, adopted: 0, writtenOff: 0 }

  const states = async (): Promise<{ id: string; state: string; quote_id: string | null }[]> =>
    (await database.query("SELECT id, state, quote_id FROM onchain_withdrawal ORDER BY created_at")).rows

  async function boot(): Promise<void> {
    store = await bench.boot({ options: OPTIONS })
    expect(store.problem).toBeNull()
    const second = new Merchant(axios.create({ baseURL: store.origin }), loginOf("bob"))
    desks = [new WithdrawalDesk(store.merchant), new WithdrawalDesk(second)]
    await bench.sandbox.setWebhook(`${store.origin}/hooks/onchain`)
  }

  beforeAll(async () => {
    bench = await StoreBench.open()
    database = new Client({ connectionString: bench.databaseUrl })
    await database.connect()
    await boot()
    await inviteAdmin(store.origin, store.merchant, "bob")
    await fundTreasury({ sandbox: bench.sandbox, origin: store.origin }, String(PAYOUTS * 20 + 1_000))
  }, 300_000)
  afterAll(async () => {
    await database.end()
    await store.stop()
    await bench.close()
  })

  /** Draws what goes wrong with the calls and the webhooks of a round. */
  async function breakThings(): Promise<void> {
    await bench.sandbox.clearFaults()
    for (const kind of FAULTS) {
      const count = random.upTo(4)
      if (count === 0) continue
      told.faults += count
      const more =
        kind === "latency"
          ? { ms: 200 + random.upTo(2_500) }
          : kind === "rate_limit"
            ? { retryAfterSeconds: 0 }
            : {}
      await bench.sandbox.fault({ kind, endpoint: CREATE, count, probability: 0.6, ...more })
    }
    await bench.sandbox.fault({ kind: "webhook_duplicated", times: 3, count: 10, probability: 0.4 })
    await bench.sandbox.fault({ kind: "webhook_reordered", count: 5, probability: 0.4 })
  }

  /** Asks for a payout, twice at once. Whoever gets no answer asks again with the same request. */
  async function request(wanted: Wanted): Promise<OnchainWithdrawalDetail | null> {
    const body = { request_id: wanted.requestId, amount: wanted.amount }
    const made = await Promise.all([1, 2].map(() => desks[0].request(wanted.to.id, body).catch(() => null)))
    const one = made.find((detail) => detail !== null) ?? null
    wanted.id ??= one?.id ?? null
    return one
  }

  /** Several clicks of two people at once, on whatever quote there is. */
  async function confirm(detail: OnchainWithdrawalDetail): Promise<void> {
    const clicks = 2 + random.upTo(2)
    told.clicks += clicks
    await Promise.all(
      Array.from({ length: clicks }, (_, index) =>
        (index % 2 ? desks[1] : desks[0]).consent(detail).catch(() => undefined)
      )
    )
  }

  /** Payouts that are asked for and confirmed side by side, and perhaps a store that is killed meanwhile. */
  async function round(wanted: readonly Wanted[]): Promise<void> {
    await catchUp(bench.sandbox)
    await breakThings()
    const work = Promise.all(
      wanted.map(async (one) => {
        const detail = await request(one)
        if (detail?.state === "quoted") await confirm(detail)
      })
    )
    if (random.upTo(2) === 0) {
      told.kills++
      await new Promise((resolve) => setTimeout(resolve, 300 + random.upTo(2_500)))
      await store.kill()
      await work
      await boot()
    }
    await work
  }

  /** What a person and the jobs do until nothing is on its way any more. */
  async function settle(wanted: readonly Wanted[]): Promise<void> {
    await bench.sandbox.clearFaults()
    await eventually(async () => {
      await catchUp(bench.sandbox)
      for (const one of wanted) if (one.id === null) await request(one)
      for (const { id, state } of await states()) await push(id, state, wanted)
      await database.query("UPDATE onchain_withdrawal SET next_attempt_at = now() WHERE state = 'sending'")
      const now = new Map((await states()).map(({ id, state }) => [id, state]))
      expect(wanted.filter(({ id }) => !isOnItsWay(now.get(id ?? "")))).toEqual([])
    }, 240_000)
    await bench.sandbox.advance(UNTIL_PAID_MS)
    await eventually(async () => {
      await database.query("UPDATE onchain_withdrawal SET next_check_at = now() WHERE state = 'sent'")
      expect((await states()).filter(({ state }) => state === "sent")).toEqual([])
    }, 240_000)
  }

  async function push(id: string, state: string, wanted: readonly Wanted[]): Promise<void> {
    if (state === "requested") await desks[0].act({ id }, "quote").catch(() => undefined)
    if (state === "quoted") {
      const detail = await desks[0].view(id)
      if (detail.quote?.is_expired) await desks[0].act(detail, "quote").catch(() => undefined)
      else await confirm(detail)
    }
    if (state === "unclear") await end(id)
    const one = wanted.find((other) => other.id === id)
    if (state === "refused" && one) Object.assign(one, { requestId: randomUUID(), id: null })
  }

  /** What a person does about one whose answer was lost: looks whether the service has it. */
  async function end(id: string): Promise<void> {
    const payouts = await bench.sandbox.withdrawals()
    const payout = payouts.find(({ clientReference }) => clientReference === id)
    if (payout) {
      told.adopted++
      await desks[1].act({ id }, "adopt", { gateway_withdrawal_id: payout.id })
    } else {
      told.writtenOff++
      await desks[1].act({ id }, "write-off", { note: "The sandbox has none." })
    }
  }

  it("pays each exactly once, to the destination and in the amount that was confirmed", async () => {
    const destinations = await Promise.all(
      ADDRESSES.map(async (address) => {
        const id = await desks[0].destination("base-mainnet", { address })
        return { id, address }
      })
    )
    const wanted: Wanted[] = Array.from({ length: PAYOUTS }, (_, index) => ({
      requestId: randomUUID(),
      amount: `10.${String(index + 1)
        .padStart(4, "0")
        .replace(/0+$/, "")}`,
      to: destinations[index % destinations.length] ?? { id: "", address: "" },
      id: null,
    }))
    for (let from = 0; from < wanted.length; from += PER_ROUND)
      await round(wanted.slice(from, from + PER_ROUND))
    await settle(wanted)

    const payouts = await bench.sandbox.withdrawals()
    const { rows } = await database.query("SELECT * FROM onchain_withdrawal WHERE state = 'completed'")
    process.stdout.write(`${JSON.stringify({ payouts: payouts.length, seed: SEED, ...told })}\n`)
    expect(payouts.map(({ amount }) => amount).sort()).toEqual(wanted.map(({ amount }) => amount).sort())
    expect(new Set(payouts.map(({ clientReference }) => clientReference)).size).toBe(PAYOUTS)
    for (const { id, amount, to } of wanted)
      expect(payouts.find(({ clientReference }) => clientReference === id)).toMatchObject({
        status: "completed",
        amount,
        destinationAddress: to.address,
      })
    expect(rows.map(({ id }) => id).sort()).toEqual(
      payouts.map(({ clientReference }) => clientReference).sort()
    )
    for (const row of rows) {
      const payout = payouts.find(({ clientReference }) => clientReference === row.id)
      expect(row).toMatchObject({ amount: payout?.amount, gateway_withdrawal_id: payout?.id, mismatch: null })
    }
    expect(new Set(rows.map(({ gateway_withdrawal_id }) => gateway_withdrawal_id)).size).toBe(PAYOUTS)
  }, 900_000)
})
