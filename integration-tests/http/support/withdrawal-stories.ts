import { listenTo } from "./event-listener"
import type { StoreUnderTest } from "./store-suite"
import { accountsOf, fundTreasury, UNTIL_SWEPT_MS, USDC } from "./treasury"
import {
  A_FEW_BLOCKS_MS,
  historyOf,
  payoutsOf,
  refusalOf,
  UNTIL_PAID_MS,
  WALLETS,
  WithdrawalApi,
} from "./withdrawals"

const ME = "merchant@example.com"

/** Stories of withdrawals that follow the service's normal course. */
export function withdrawalStories(store: StoreUnderTest): void {
  let api: WithdrawalApi
  beforeAll(() => {
    api = new WithdrawalApi(store.merchant)
  })
  const forward = async (ms: number) => {
    await store.sandbox.advance(ms)
    await store.quiet()
  }

  it.each(["base-mainnet", "sol-mainnet", "stellar-mainnet"] as const)(
    "on %s it is requested, quoted, confirmed and paid, once, with its memo",
    async (networkId) => {
      await fundTreasury(store, "100", { networkId, token: "USDC" })
      const before = await accountsOf(store.sandbox, { networkId, token: "USDC" })
      const asked = await api.request(await api.destination(networkId), { note: "Rent" })
      expect(asked).toMatchObject({
        state: "quoted",
        waits_for: "confirmation",
        note: "Rent",
        amount: "25",
        fee: expect.stringMatching(/^\d+(\.\d+)?$/),
        net_amount: expect.stringMatching(/^\d+(\.\d+)?$/),
        quote: { is_expired: false, expires_at: expect.any(String) },
        choices: { confirm: { is_possible: true }, approve: { is_possible: false } },
      })
      expect(await store.sandbox.withdrawals()).toEqual([])
      expect(await api.consent(asked)).toMatchObject({
        state: "sent",
        gateway_status: "queued",
        waits_for: "queue",
      })
      await forward(UNTIL_PAID_MS)
      const done = await api.until(asked.id, "completed")
      expect(done).toMatchObject({
        waits_for: null,
        mismatch: null,
        last_error: null,
        fee: asked.quote?.fee,
        net_amount: asked.quote?.net_amount,
        tx_hash: expect.any(String),
        completed_at: expect.any(String),
      })
      expect(historyOf(done)).toEqual([
        `withdrawal.requested by ${ME}`,
        `withdrawal.quoted by ${ME}`,
        `withdrawal.confirmed by ${ME}`,
        "withdrawal.sent",
        "withdrawal.completed",
      ])
      const wallet: { address: string; memo?: string } = WALLETS[networkId]
      expect(await store.sandbox.withdrawals()).toMatchObject([
        {
          clientReference: asked.id,
          status: "completed",
          amount: "25",
          destinationAddress: wallet.address,
          ...(wallet.memo === undefined ? {} : { memo: wallet.memo }),
        },
      ])
      const after = await accountsOf(store.sandbox, { networkId, token: "USDC" })
      expect(Number(after.outside) - Number(before.outside)).toBeCloseTo(Number(done.net_amount), 6)
      expect(after.reserved).toBe("0")
    }
  )

  it("waits for money of recent sales, and continues by itself", async () => {
    await fundTreasury(store, "100", USDC, { isSwept: false })
    const sent = await api.send(await api.destination())
    await store.quiet()
    expect(await api.view(sent.id)).toMatchObject({
      state: "sent",
      gateway_status: "pending_funds",
      waits_for: "funds",
      last_error: null,
    })
    await forward(UNTIL_SWEPT_MS + UNTIL_PAID_MS)
    expect(await api.until(sent.id, "completed")).toMatchObject({ mismatch: null })
    expect(await payoutsOf(store, sent.id)).toHaveLength(1)
  })

  it("waits for gas, and continues after a top-up", async () => {
    await fundTreasury(store, "100")
    await store.sandbox.changeSettings({ fairUseGasUsd: "0" })
    const sent = await api.send(await api.destination())
    await forward(A_FEW_BLOCKS_MS)
    expect(await api.view(sent.id)).toMatchObject({
      state: "sent",
      gateway_status: "gas_blocked",
      waits_for: "gas",
      last_error: null,
    })
    await store.sandbox.dashboard("billing/top-ups", { usd: "5" })
    await forward(UNTIL_PAID_MS)
    await api.until(sent.id, "completed")
    expect(await payoutsOf(store, sent.id)).toHaveLength(1)
  })

  it("fails when the destination is rejected, and keeps the money", async () => {
    await fundTreasury(store, "100")
    await store.sandbox.rejectDestination(WALLETS["base-mainnet"].address)
    const { treasury } = await accountsOf(store.sandbox)
    const sent = await api.send(await api.destination())
    await forward(UNTIL_PAID_MS)
    expect(await api.until(sent.id, "failed")).toMatchObject({
      gateway_status: "destination_rejected",
      failure_reason: "the destination was rejected",
      last_error: expect.stringContaining("The money is still there"),
      waits_for: null,
    })
    expect((await accountsOf(store.sandbox)).treasury).toBe(treasury)
  })

  it("is refused above the balance, with the figure, and nothing is sent", async () => {
    await fundTreasury(store, "100")
    const destinationId = await api.destination()
    expect(await refusalOf(api.request(destinationId, { amount: "1000" }))).toMatchObject({
      status: 400,
      message: expect.stringMatching(/it has 99\.05 USDC to pay out.*INSUFFICIENT_BALANCE/),
    })
    expect((await api.list("?state=refused")).withdrawals).toHaveLength(1)
    expect(await store.sandbox.requests("createWithdrawal")).toEqual([])
  })

  it("is refused with a reason where the payout key's policy does not allow it", async () => {
    await fundTreasury(store, "100")
    await store.sandbox.changeSettings({ payoutPolicy: { tokens: ["USDT"] } })
    expect(await refusalOf(api.request(await api.destination()))).toMatchObject({
      status: 400,
      message: expect.stringContaining("the policy of the payout key does not allow"),
    })
  })

  it("is refused where the destination accepts no money without a memo", async () => {
    await fundTreasury(store, "100", { networkId: "stellar-mainnet", token: "USDC" })
    await store.sandbox.requireMemo(WALLETS["stellar-mainnet"].address)
    const bare = await api.destination("stellar-mainnet", { memo: undefined, has_no_memo: true })
    expect(await refusalOf(api.request(bare))).toMatchObject({
      status: 400,
      message: expect.stringContaining("VALIDATION_ERROR"),
    })
  })

  it("shows an unknown status of the service, and is still tracked", async () => {
    const { withdrawal: names } = store.container.resolve("onchain").options.assumptions.statuses
    const { queued } = names
    await fundTreasury(store, "100")
    await store.sandbox.setWebhook(null)
    const sent = await api.send(await api.destination())
    // The service's status becomes "queued", a word that this store does not know.
    names.queued = ["lined_up"]
    try {
      for (const look of [() => api.act(sent, "check"), () => api.view(sent.id)])
        expect(await look()).toMatchObject({
          state: "sent",
          gateway_status: "provider:queued",
          waits_for: "unknown",
          mismatch: null,
        })
      const { rows } = await store.db.raw(
        "SELECT next_check_at > now() + interval '50 seconds' AS is_later FROM onchain_withdrawal"
      )
      expect(rows).toEqual([{ is_later: true }])
      await store.sandbox.advance(UNTIL_PAID_MS)
      expect(await api.act(sent, "check")).toMatchObject({ state: "completed", mismatch: null })
    } finally {
      names.queued = queued
    }
  })

  it("is tracked without any webhook", async () => {
    await fundTreasury(store, "100")
    await store.sandbox.setWebhook(null)
    const sent = await api.send(await api.destination())
    await store.sandbox.advance(UNTIL_PAID_MS)
    await store.db.raw("UPDATE onchain_withdrawal SET next_check_at = now() WHERE id = ?", [sent.id])
    await store.container.resolve("workflows").run("check-onchain-withdrawals")
    expect(await api.view(sent.id)).toMatchObject({ state: "completed", mismatch: null })
  })

  it("is polled at once when an admin does not want to wait", async () => {
    await fundTreasury(store, "100")
    await store.sandbox.setWebhook(null)
    const sent = await api.send(await api.destination())
    await store.sandbox.advance(UNTIL_PAID_MS)
    expect(await api.act(sent, "check")).toMatchObject({ state: "completed" })
  })

  it("is reported once by ten that learn of its end at the same moment", async () => {
    await fundTreasury(store, "100")
    await store.sandbox.setWebhook(null)
    const { id } = await api.send(await api.destination())
    const reported = listenTo(store, "onchain.withdrawal_updated")
    await store.sandbox.advance(UNTIL_PAID_MS)
    await Promise.all(Array.from({ length: 10 }, () => api.act({ id }, "check")))
    await store.quiet()
    expect(reported).toEqual([expect.objectContaining({ id, state: "completed" })])
  })

  it("tolerates webhooks that are repeated and reordered", async () => {
    await fundTreasury(store, "100")
    await store.sandbox.fault({ kind: "webhook_duplicated", times: 4, count: 10 })
    await store.sandbox.fault({ kind: "webhook_reordered", count: 3 })
    const sent = await api.send(await api.destination())
    await forward(UNTIL_PAID_MS)
    const done = await api.until(sent.id, "completed")
    for (const { id, event } of await store.sandbox.deliveries())
      if (event.startsWith("withdrawal.")) await store.sandbox.redeliver(id, { times: 2 })
    await store.quiet()
    expect(await api.view(sent.id)).toMatchObject({
      state: "completed",
      mismatch: null,
      history: done.history,
    })
  })

  it("ignores payouts from the service's dashboard", async () => {
    await fundTreasury(store, "100")
    const { address: destinationAddress } = WALLETS["base-mainnet"]
    const elsewhere = {
      chain: "evm",
      networkId: "base-mainnet",
      token: "USDC",
      amount: "5",
      destinationAddress,
    }
    await store.sandbox.dashboard("withdrawals", { ...elsewhere, clientReference: "somebody-elses" })
    await forward(UNTIL_PAID_MS)
    expect(await api.list()).toMatchObject({ count: 0 })
    const { rows } = await store.db.raw(
      "SELECT DISTINCT state, last_error FROM onchain_webhook_delivery WHERE event LIKE 'withdrawal.%'"
    )
    expect(rows).toEqual([{ state: "ignored", last_error: "not a withdrawal of this store" }])
  })
}
