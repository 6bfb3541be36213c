import type { StoreUnderTest } from "./store-suite"
import { fundTreasury } from "./treasury"
import { payoutsOf, refusalOf, UNTIL_PAID_MS, WALLETS, WithdrawalApi } from "./withdrawals"

/** Stories of payouts that cannot be confirmed: an inconsistent quote, an own address, a repeated payout. */
export function badDealStories(store: StoreUnderTest): void {
  let api: WithdrawalApi
  beforeEach(async () => {
    api = new WithdrawalApi(store.merchant)
    await fundTreasury(store, "200")
    await store.sandbox.setWebhook(null)
  })
  const set = (id: string, columns: string) =>
    store.db.raw(`UPDATE onchain_withdrawal SET ${columns} WHERE id = ?`, [id])

  it("an inconsistent quote cannot be confirmed", async () => {
    const words = "24.5 would arrive"
    const asked = await api.request(await api.destination())
    await set(asked.id, "quote_fee = '1', quote_net = '24.5'")
    expect((await api.view(asked.id)).choices.confirm).toMatchObject({
      is_possible: false,
      reason: expect.stringContaining(words),
    })
    expect(await refusalOf(api.consent(asked))).toMatchObject({
      status: 400,
      code: "quote_inconsistent",
      message: expect.stringContaining(words),
    })
    expect(await store.sandbox.withdrawals()).toEqual([])
  })

  const insertAddress = (address: string) =>
    store.db.raw(
      `INSERT INTO onchain_address (environment, business_id, id, customer_id, chain, network_id, address, ensured_at)
       VALUES ('sandbox', ?, 'ocaddr_own', 'cus_1', 'evm', 'base-mainnet', ?, now())`,
      [store.sandbox.credentials.businessId ?? "", address]
    )

  it("an own address cannot be a destination, and stops being one once it is recognized", async () => {
    const { address } = WALLETS["base-mainnet"]
    const destinationId = await api.destination()
    const asked = await api.request(destinationId)
    await insertAddress(address.toLowerCase())
    const refused = { status: 400, code: "own_address" }
    expect(await refusalOf(api.consent(asked))).toMatchObject(refused)
    expect(await refusalOf(api.act(asked, "quote"))).toMatchObject(refused)
    expect(await refusalOf(api.request(destinationId))).toMatchObject(refused)
    expect(await refusalOf(api.destination())).toMatchObject(refused)
    expect(await store.sandbox.withdrawals()).toEqual([])
  })

  it("one that was sent before the database was restored is not sent again", async () => {
    const asked = await api.request(await api.destination())
    const { gateway } = store.container.resolve("onchain")
    const { address: destinationAddress } = WALLETS["base-mainnet"]
    const terms = { chain: "evm", networkId: "base-mainnet", token: "USDC", amount: "25", destinationAddress }
    const quote = await gateway.quoteWithdrawal(terms, { idempotencyKey: `before_${asked.id}` })
    const request = { quoteId: quote.id, clientReference: asked.id }
    await gateway.createWithdrawal(request, { idempotencyKey: `before_create_${asked.id}` })
    await store.sandbox.advance(UNTIL_PAID_MS)
    await set(
      asked.id,
      "created_at = now() - interval '2 hours', quote_expires_at = now() + interval '1 hour'"
    )
    const before = await store.sandbox.requests("createWithdrawal")
    expect(await refusalOf(api.consent(asked))).toMatchObject({ status: 409 })
    expect(await api.view(asked.id)).toMatchObject({
      state: "completed",
      mismatch: expect.stringContaining("It was not sent here"),
    })
    expect(await store.sandbox.requests("createWithdrawal")).toHaveLength(before.length)
    expect(await payoutsOf(store, asked.id)).toHaveLength(1)
  })

  it("one that is older than its key and was not sent is sent after a search", async () => {
    const destinationId = await api.destination()
    await api.send(destinationId, { amount: "1" })
    const asked = await api.request(destinationId)
    await set(
      asked.id,
      "created_at = now() - interval '2 hours', quote_expires_at = now() + interval '1 hour'"
    )
    expect(await api.consent(asked)).toMatchObject({ state: "sent" })
  })
}
