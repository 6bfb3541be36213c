import { createHash, randomUUID } from "node:crypto"
import axios from "axios"
import type { OnchainWithdrawalDetail } from "../../src/types/http"
import { loginOf } from "../http/support/clerk"
import { type Boot, StoreBench } from "../http/support/configured-store"
import { eventually } from "../http/support/eventually"
import { Merchant, MERCHANT } from "../http/support/merchant"
import { type Holdings, holdingsOf, paidByPlace, placeKey, unitsOf } from "../http/support/payout-ledger"
import { catchUp, fundTreasury } from "../http/support/treasury"
import { UNTIL_PAID_MS, WALLETS } from "../http/support/withdrawals"

/** How many payouts, and the seed of their failures. */
const PAYOUTS = Number(process.env.PAYOUTS ?? 12)
const SEED = process.env.SEED ?? "never twice"
const PER_ROUND = 6
const BOB = loginOf("bob")
const OPTIONS = {
  payouts: { allowedUsers: [MERCHANT.id, BOB.id] },
  tuning: { leaseMs: 5_000, callAttempts: 2, callTimeoutMs: 1_500 },
}
const CREATE = "createWithdrawal"
const FAULTS = ["drop_response", "reset", "latency", "server_error", "in_progress", "rate_limit"] as const

const STELLAR_USDC = { networkId: "stellar-mainnet", token: "USDC" }
/** Share of the webhooks that are repeated at the end, in random order. */
const TOLD_AGAIN = 30

/** A destination; `id` in the address book, once it exists. */
type Place = { id: string; networkId: "base-mainnet" | "stellar-mainnet"; address: string; memo: string }
/** A payout that must leave exactly once; `id` of our withdrawal, once it is known. */
type Wanted = { requestId: string; amount: string; to: Place; id: string | null }

/** Of ten payouts nine go to two wallets of the merchant, and one to a Stellar account with a memo. */
function planPayouts(count: number): Wanted[] {
  const base = { id: "", networkId: "base-mainnet", memo: "" } as const
  const own: Place[] = [
    { ...base, address: WALLETS["base-mainnet"].address },
    { ...base, address: "0x52908400098527886E0F7030069857D2E4169EE7" },
  ]
  const stellar: Place = { id: "", networkId: "stellar-mainnet", ...WALLETS["stellar-mainnet"] }
  return Array.from({ length: count }, (_, index) => ({
    requestId: randomUUID(),
    // Different for each, without trailing zeros.
    amount: `10.${String(index + 1).padStart(4, "0")}`.replace(/0+$/, ""),
    to: (index % 10 === 8 ? undefined : own[index % 2]) ?? stellar,
    id: null,
  }))
}

const isOnItsWay = (state: string | undefined) => state === "sent" || state === "completed"

describe(`${PAYOUTS} payouts in a store with every failure`, () => {
  let drawn = 0
  /** A number up to `most` that looks random and is the same for the same seed. */
  const upTo = (most: number) =>
    createHash("sha256").update(`${SEED} ${drawn++}`).digest().readUInt32BE(0) % (most + 1)
  let bench: StoreBench
  let store: Boot
  let apis: [Merchant["withdrawals"], Merchant["withdrawals"]]
  let before: Holdings
  const reported = { kills: 0, clicks: 0, adopted: 0, writtenOff: 0 }

  const states = async (): Promise<{ id: string; state: string; quote_id: string | null }[]> =>
    (await bench.client.query("SELECT id, state, quote_id FROM onchain_withdrawal ORDER BY created_at")).rows

  async function boot(): Promise<void> {
    store = await bench.start(OPTIONS)
    const second = new Merchant(axios.create({ baseURL: store.origin }), BOB)
    apis = [store.merchant.withdrawals, second.withdrawals]
    await bench.sandbox.setWebhook(`${store.origin}/hooks/onchain`)
  }

  beforeAll(async () => {
    bench = await StoreBench.open(undefined, [BOB])
    await boot()
    const shop = { sandbox: bench.sandbox, origin: store.origin }
    await fundTreasury(shop, String(PAYOUTS * 20 + 1_000))
    await fundTreasury(shop, String(PAYOUTS * 5 + 1_000), STELLAR_USDC)
    before = await holdingsOf(bench.sandbox)
  }, 300_000)
  afterAll(async () => {
    await store.stop()
    await bench.close()
  })

  /** Draws the faults of the calls and the webhooks of a round. */
  async function breakThings(): Promise<void> {
    await bench.sandbox.clearFaults()
    for (const kind of FAULTS) {
      const count = upTo(4)
      if (count === 0) continue
      const more =
        kind === "latency" ? { ms: 200 + upTo(2_500) } : kind === "rate_limit" ? { retryAfterSeconds: 0 } : {}
      await bench.sandbox.fault({ kind, endpoint: CREATE, count, probability: 0.6, ...more })
    }
    await bench.sandbox.fault({ kind: "webhook_duplicated", times: 3, count: 10, probability: 0.4 })
    await bench.sandbox.fault({ kind: "webhook_reordered", count: 5, probability: 0.4 })
  }

  /** Requests a payout, twice at once. A request without an answer is repeated unchanged. */
  async function request(wanted: Wanted): Promise<OnchainWithdrawalDetail | null> {
    const { requestId: request_id, amount, to } = wanted
    const ask = () => apis[0].request(to.id, { request_id, amount }).catch(() => null)
    const made = await Promise.all([ask(), ask()])
    const one = made.find((detail) => detail !== null) ?? null
    wanted.id ??= one?.id ?? null
    return one
  }

  /** Several clicks of two users at once, on the current quote. */
  async function confirm(detail: OnchainWithdrawalDetail): Promise<void> {
    const clicks = 2 + upTo(2)
    reported.clicks += clicks
    await Promise.all(
      Array.from({ length: clicks }, (_, index) =>
        (index % 2 ? apis[1] : apis[0]).consent(detail).catch(() => undefined)
      )
    )
  }

  /** Payouts that are requested and confirmed in parallel, with an optional kill of the store meanwhile. */
  async function round(wanted: readonly Wanted[], isKilled: boolean): Promise<void> {
    await catchUp(bench.sandbox)
    await breakThings()
    const work = Promise.all(
      wanted.map(async (one) => {
        const detail = await request(one)
        if (detail?.state === "quoted") await confirm(detail)
      })
    )
    if (isKilled) {
      reported.kills++
      await new Promise((resolve) => setTimeout(resolve, 300 + upTo(2_500)))
      await store.kill()
      await work
      await boot()
    }
    await work
  }

  /** What an operator and the jobs do until nothing is pending. */
  async function settle(wanted: readonly Wanted[]): Promise<void> {
    await bench.sandbox.clearFaults()
    await eventually(async () => {
      await catchUp(bench.sandbox)
      for (const one of wanted) if (one.id === null) await request(one)
      for (const { id, state } of await states()) await push(id, state, wanted)
      await bench.client.query("UPDATE onchain_withdrawal SET due_at = now() WHERE state = 'sending'")
      const now = new Map((await states()).map(({ id, state }) => [id, state]))
      expect(wanted.filter(({ id }) => !isOnItsWay(now.get(id ?? "")))).toEqual([])
    }, 240_000)
    await bench.sandbox.advance(UNTIL_PAID_MS)
    await eventually(async () => {
      await bench.client.query("UPDATE onchain_withdrawal SET due_at = now() WHERE state = 'sent'")
      expect((await states()).filter(({ state }) => state === "sent")).toEqual([])
    }, 240_000)
  }

  async function push(id: string, state: string, wanted: readonly Wanted[]): Promise<void> {
    if (state === "requested") await apis[0].act({ id }, "quote").catch(() => undefined)
    if (state === "quoted") {
      const detail = await apis[0].view(id)
      if (detail.quote?.is_expired) await apis[0].act(detail, "quote").catch(() => undefined)
      else await confirm(detail)
    }
    if (state === "unknown") await end(id)
    const one = wanted.find((other) => other.id === id)
    if (state === "refused" && one) Object.assign(one, { requestId: randomUUID(), id: null })
  }

  /** What an operator does about a lost answer: checks whether the service has the withdrawal. */
  async function end(id: string): Promise<void> {
    const payouts = await bench.sandbox.withdrawals()
    const payout = payouts.find(({ clientReference }) => clientReference === id)
    if (payout) {
      reported.adopted++
      await apis[1].act({ id }, "adopt", { gateway_withdrawal_id: payout.id })
    } else {
      reported.writtenOff++
      await apis[1].act({ id }, "write-off", { note: "The sandbox has none." })
    }
  }

  /** Repeats some of the service's webhooks, twice each and in random order. */
  async function tellAgain(): Promise<void> {
    const deliveries = (await bench.sandbox.deliveries()).filter(({ event }) =>
      event.startsWith("withdrawal.")
    )
    for (let count = 0; count < Math.min(TOLD_AGAIN, deliveries.length); count++) {
      const [one] = deliveries.splice(upTo(deliveries.length - 1), 1)
      if (one) await bench.sandbox.redeliver(one.id, { times: 2 })
    }
    await eventually(async () => {
      const { rows } = await bench.client.query(
        "SELECT 1 FROM onchain_webhook_delivery WHERE state NOT IN ('processed', 'ignored', 'dead')"
      )
      expect(rows).toEqual([])
    }, 120_000)
  }

  it("pays each exactly once, to the confirmed destination and in the confirmed amount", async () => {
    const wanted = planPayouts(PAYOUTS)
    for (const { to } of wanted)
      if (to.id === "") {
        const memo = to.memo === "" ? {} : { memo: to.memo }
        to.id = await apis[0].destination(to.networkId, { address: to.address, ...memo })
      }
    for (let from = 0; from < wanted.length; from += PER_ROUND)
      await round(wanted.slice(from, from + PER_ROUND), from === PER_ROUND || upTo(2) === 0)
    await settle(wanted)
    const faults = (await bench.sandbox.requests(CREATE)).filter(
      ({ status }) => status === null || status >= 400
    )
    await tellAgain()

    const payouts = await bench.sandbox.withdrawals()
    const { rows } = await bench.client.query("SELECT * FROM onchain_withdrawal WHERE state = 'completed'")
    const done = { payouts: payouts.length, seed: SEED, faults: faults.length, ...reported }
    process.stdout.write(`${JSON.stringify(done)}\n`)
    expect(reported.kills).toBeGreaterThan(0)
    expect(faults.length).toBeGreaterThan(0)
    expect(payouts.map(({ amount }) => amount).sort()).toEqual(wanted.map(({ amount }) => amount).sort())
    for (const { id, amount, to } of wanted) {
      const payout = payouts.find(({ clientReference }) => clientReference === id)
      expect(payout).toMatchObject({ status: "completed", amount })
      expect(placeKey(payout?.networkId ?? "", payout?.destinationAddress ?? "", payout?.memo)).toBe(
        placeKey(to.networkId, to.address, to.memo)
      )
    }
    expect(rows.map(({ id }) => id).sort()).toEqual(
      payouts.map(({ clientReference }) => clientReference).sort()
    )
    for (const row of rows) {
      const payout = payouts.find(({ clientReference }) => clientReference === row.id)
      expect(row).toMatchObject({ amount: payout?.amount, gateway_withdrawal_id: payout?.id, mismatch: null })
    }
    await expectLedger(wanted, rows)
  }, 900_000)

  /** The ledger: a move for each payout, the confirmed amount to each destination, and nothing else gone. */
  async function expectLedger(
    wanted: readonly Wanted[],
    rows: readonly { id: string; amount: string; quote_fee: string }[]
  ): Promise<void> {
    const netOf = new Map(rows.map(({ id, amount, quote_fee }) => [id, unitsOf(amount) - unitsOf(quote_fee)]))
    const expected = new Map<string, bigint>()
    for (const { id, to } of wanted) {
      const place = placeKey(to.networkId, to.address, to.memo)
      expected.set(place, (expected.get(place) ?? 0n) + (netOf.get(id ?? "") ?? 0n))
    }
    const { moves, byPlace } = await paidByPlace(bench.sandbox)
    expect(moves).toBe(PAYOUTS)
    expect([...byPlace].sort()).toEqual([...expected].sort())
    const after = await holdingsOf(bench.sandbox)
    const asked = wanted.reduce((total, { amount }) => total + unitsOf(amount), 0n)
    const arrived = [...expected.values()].reduce((total, net) => total + net, 0n)
    expect({
      left: before.treasury - after.treasury,
      arrived: after.outside - before.outside,
      kept: after.fees - before.fees,
      reserved: after.reserved,
    }).toEqual({ left: asked, arrived, kept: asked - arrived, reserved: 0n })
  }
})
