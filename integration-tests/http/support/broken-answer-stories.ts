import { eventually } from "./eventually"
import type { StoreUnderTest } from "./store-suite"
import { fundTreasury } from "./treasury"
import { historyOf, hurry, payoutsOf, refusalOf, UNTIL_PAID_MS, WALLETS } from "./withdrawals"
import { installed } from "./installed"

const CREATE = "createWithdrawal"
/** More than the client's retries of a call. */
const MANY = 20
/** 200 in measurements. */
const PAYOUTS = parseInt(process.env.PAYOUTS ?? "12", 10)
const BODIES = ["html", "empty", "list", "odd_id", "error", "cut"] as const
/** The first twelve have each body with success, and a page with each kind of status; the others mix them. */
const BROKEN = [
  ...BODIES.map((body) => ({ body })),
  ...[202, 204, 302, 400, 500, 502].map((status) => ({ status, body: "html" })),
  ...[200, 202, 204, 302, 400, 403, 404, 409, 422, 500, 502].flatMap((status) => [
    { status },
    { status, body: "html" },
    { status, body: "odd_id" },
  ]),
  ...BODIES.map((body) => ({ status: 200, body })),
] as const
const NOTE = { note: "I see none." }

export function brokenAnswerStories(store: StoreUnderTest): void {
  const api = () => store.merchant.withdrawals
  let destinationId: string
  beforeEach(async () => {
    await fundTreasury(store, "200")
    await store.sandbox.setWebhook(null)
    destinationId = await api().destination()
  })
  const finish = async () => {
    await hurry(store)
    await (await installed("payout/workers/follow-withdrawals")).finishWithdrawals(store.container)
  }
  const age = (id: string) =>
    store.db.raw("UPDATE onchain_withdrawal SET first_sent_at = now() - interval '13 hours' WHERE id = ?", [
      id,
    ])

  /** A payout that the service has, and whose answers were all unreadable. */
  async function unread() {
    const asked = await api().request(destinationId)
    await store.sandbox.fault({ kind: "unexpected_body", endpoint: CREATE, count: MANY })
    const pending = await api().consent(asked)
    await store.sandbox.clearFaults()
    return pending
  }

  it("a payout that the service answered with success is never written off, ends as paid by its transaction, and is contradicted when the service disagrees", async () => {
    const { id } = await unread()
    await age(id)
    await finish()
    const unknown = await api().until(id, "unknown")
    const [yes, no] = [{ is_possible: true }, { is_possible: false }]
    expect(unknown.choices).toMatchObject({ write_off: no, adopt: yes, end: yes })
    expect(await refusalOf(api().act(unknown, "write-off", NOTE))).toMatchObject({
      status: 409,
      message: expect.stringContaining("accepted it"),
    })
    const [payout, ...others] = await payoutsOf(store, id)
    expect(others).toEqual([])

    const paid = (tx_hash: string) => api().act(unknown, "end", { outcome: "paid", ...NOTE, tx_hash })
    expect(await refusalOf(paid("0x12"))).toMatchObject({ status: 400, code: "transaction_malformed" })
    const hash = `0x${"Ab".repeat(32)}`
    const ended = await paid(hash)
    expect(ended).toMatchObject({
      state: "completed",
      tx_hash: hash.toLowerCase(),
      resolution: { by: "merchant@example.com", note: NOTE.note },
    })
    expect(historyOf(ended)).toContain("withdrawal.ended_paid by merchant@example.com")
    await store.sandbox.advance(UNTIL_PAID_MS)
    await hurry(store)
    await (await installed("payout/workers/follow-withdrawals")).checkWithdrawals(store.container)
    expect(await api().view(id)).toMatchObject({
      state: "completed",
      gateway_withdrawal_id: payout?.id ?? "",
      mismatch: expect.stringContaining("another transaction"),
    })
  })

  it(`${PAYOUTS} payouts with every answer broken in turn, by status, body or both, leave once each`, async () => {
    await fundTreasury(store, String(PAYOUTS * 3 + 100))
    await store.sandbox.setWebhook(null)
    const ids: string[] = []
    for (let index = 0; index < PAYOUTS; index++) {
      const asked = await api().request(destinationId, { amount: `2.${String(index + 1).padStart(4, "0")}1` })
      ids.push(asked.id)
      await store.sandbox.clearFaults()
      // One more than the client's retries, and none that the job repeats.
      const how = BROKEN[index % BROKEN.length]
      await store.sandbox.fault({ kind: "broken_answer", endpoint: CREATE, count: 1 + (index % 6), ...how })
      const after = await api().consent(asked)
      expect(["sending", "sent"]).toContain(after.state)
      await store.sandbox.clearFaults()
      await finish()
      expect(await api().view(asked.id)).toMatchObject({ state: "sent", mismatch: null })
    }
    await store.sandbox.clearFaults()
    await store.sandbox.advance(UNTIL_PAID_MS)
    await eventually(async () => {
      await hurry(store)
      await (await installed("payout/workers/follow-withdrawals")).checkWithdrawals(store.container)
      const { rows } = await store.db.raw("SELECT id FROM onchain_withdrawal WHERE state <> 'completed'")
      expect(rows).toEqual([])
    }, 300_000)
    const payouts = await store.sandbox.withdrawals()
    const answers = await store.sandbox.requests(CREATE)
    expect(payouts.map(({ clientReference }) => clientReference).sort()).toEqual([...ids].sort())
    expect(payouts.every(({ status }) => status === "completed")).toBe(true)
    expect(answers.length).toBeGreaterThan(PAYOUTS)
  }, 1_800_000)
}

export function badDealStories(store: StoreUnderTest): void {
  const api = () => store.merchant.withdrawals
  beforeEach(async () => {
    await fundTreasury(store, "200")
    await store.sandbox.setWebhook(null)
  })
  const set = (id: string, columns: string) =>
    store.db.raw(`UPDATE onchain_withdrawal SET ${columns} WHERE id = ?`, [id])

  /** Older than its key. */
  const OLD = "created_at = now() - interval '2 hours', quote_expires_at = now() + interval '1 hour'"

  it("an inconsistent quote cannot be confirmed", async () => {
    const words = "the fee of 30 is more than the amount of 25"
    const asked = await api().request(await api().destination())
    await set(asked.id, "quote_fee = '30'")
    expect((await api().view(asked.id)).choices.confirm).toMatchObject({
      is_possible: false,
      reason: expect.stringContaining(words),
    })
    expect(await refusalOf(api().consent(asked))).toMatchObject({
      status: 400,
      code: "quote_inconsistent",
      message: expect.stringContaining(words),
    })
    expect(await store.sandbox.withdrawals()).toEqual([])
  })

  it("an own address cannot be a destination, and stops being one once it is recognized", async () => {
    const { address } = WALLETS["base-mainnet"]
    const destinationId = await api().destination()
    const asked = await api().request(destinationId)
    await store.db.raw(
      `INSERT INTO onchain_address (environment, business_id, id, customer_id, chain, network_id, address, ensured_at)
       VALUES ('sandbox', ?, 'ocaddr_own', 'cus_1', 'evm', 'base-mainnet', ?, now())`,
      [store.sandbox.credentials.businessId ?? "", address.toLowerCase()]
    )
    const refused = { status: 400, code: "own_address" }
    expect(await refusalOf(api().consent(asked))).toMatchObject(refused)
    expect(await refusalOf(api().act(asked, "quote"))).toMatchObject(refused)
    expect(await refusalOf(api().request(destinationId))).toMatchObject(refused)
    expect(await refusalOf(api().destination())).toMatchObject(refused)
    expect(await store.sandbox.withdrawals()).toEqual([])
  })

  it("one that was sent before the database was restored is not sent again", async () => {
    const asked = await api().request(await api().destination())
    const { gateway } = store.container.resolve("onchain")
    const { address: destinationAddress } = WALLETS["base-mainnet"]
    const terms = { chain: "evm", networkId: "base-mainnet", token: "USDC", amount: "25", destinationAddress }
    const quote = await gateway.quoteWithdrawal(terms, { idempotencyKey: `before_${asked.id}` })
    const request = { quoteId: quote.id, clientReference: asked.id }
    await gateway.createWithdrawal(request, { idempotencyKey: `before_create_${asked.id}` })
    await store.sandbox.advance(UNTIL_PAID_MS)
    await set(asked.id, OLD)
    const before = await store.sandbox.requests("createWithdrawal")
    expect(await refusalOf(api().consent(asked))).toMatchObject({ status: 409 })
    expect(await api().view(asked.id)).toMatchObject({
      state: "completed",
      mismatch: expect.stringContaining("It was not sent here"),
    })
    expect(await store.sandbox.requests("createWithdrawal")).toHaveLength(before.length)
    expect(await payoutsOf(store, asked.id)).toHaveLength(1)
  })

  it("one that is older than its key and was not sent is sent after a search", async () => {
    const destinationId = await api().destination()
    await api().send(destinationId, { amount: "1" })
    const asked = await api().request(destinationId)
    await set(asked.id, OLD)
    expect(await api().consent(asked)).toMatchObject({ state: "sent" })
  })
}
