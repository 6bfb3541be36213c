import type { StoreUnderTest } from "./store-suite"
import { accountsOf, fundTreasury, UNTIL_SWEPT_MS, USDC } from "./treasury"
import { historyOf, payoutsOf, refusalOf, UNTIL_PAID_MS, WALLETS, WithdrawalApi } from "./withdrawals"
import { installed } from "./installed"

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

  it("is tracked without any webhook", async () => {
    await fundTreasury(store, "100")
    await store.sandbox.setWebhook(null)
    const sent = await api.send(await api.destination())
    await store.sandbox.advance(UNTIL_PAID_MS)
    await store.db.raw("UPDATE onchain_withdrawal SET next_check_at = now() WHERE id = ?", [sent.id])
    await (await installed("payout/workers/follow-withdrawals")).checkWithdrawals(store.container)
    expect(await api.view(sent.id)).toMatchObject({ state: "completed", mismatch: null })
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
