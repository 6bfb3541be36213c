import { openShop, xlm, type Shop } from "../../deposits/__tests__/shop"

const usdc = { ...xlm, token: "USDC" }

async function toTreasury(shop: Shop, memo: string | null | undefined, fields: object = {}) {
  const toAddress = shop.world().receivers.treasuryAddress
  return shop.send({ ...xlm, toAddress, amount: "100", memo, ...fields })
}
async function withIntent(fields: Record<string, unknown> = {}, options = {}) {
  const shop = openShop(options)
  const customerId = await shop.customer()
  const intent = await shop.intent(customerId, { ...xlm, ...fields })
  return { ...shop, shop, customerId, intent }
}

describe("a payment to the treasury", () => {
  it("matches memos digit by digit beyond 2^53", async () => {
    const { shop, customerId, control, deposits } = await withIntent()
    let intent = await shop.intent(customerId, xlm)
    while (BigInt(intent.memo ?? "0") <= 2n ** 53n) intent = await shop.intent(customerId, xlm)
    const memo = BigInt(intent.memo ?? "0")
    await toTreasury(shop, String(memo + 1n))
    expect(control.invoices()).toEqual([])
    expect(await deposits()).toMatchObject([{ assignment: { status: "unassigned_no_intent" } }])
    await toTreasury(shop, String(memo))
    expect(control.invoices()).toMatchObject([{ autoDepositAssignmentStatus: "matched" }])
  })

  it.each([
    ["without a memo", null, "missing_memo"],
    ["with an unknown memo", "7", "wrong_memo"],
    ["with a memo that is not a number", "order_1", "wrong_memo"],
  ])("%s is in review without a customer or an invoice", async (_, memo, reason) => {
    const { shop, control, deposits, balances } = await withIntent()
    expect(await toTreasury(shop, memo)).toMatchObject({ outcome: "review", reason })
    const [deposit] = await deposits()
    expect(deposit).toMatchObject({ assignment: { status: "unassigned_no_intent" } })
    expect(deposit).not.toHaveProperty("customerId")
    expect(deposit).not.toHaveProperty("externalCustomerRef")
    expect(control.invoices()).toEqual([])
    expect(balances("stellar-mainnet/stellar:XLM:native")).toMatchObject({ review: 1_000_000_000n })
  })

  it("is in review without a customer in the mode ledger_only too", async () => {
    const { shop, deposits, control } = await withIntent({}, { business: { assignmentMode: "ledger_only" } })
    await toTreasury(shop, null)
    expect(await deposits()).toHaveLength(1)
    expect(control.invoices()).toEqual([])
  })

  it("with the memo of a replaced intent is not the newer one's", async () => {
    const { shop, customerId, intent, deposits, expectedIntentOf } = await withIntent()
    const newer = await shop.intent(customerId, { ...xlm, externalOrderId: "order_2" })
    await toTreasury(shop, intent.memo)
    const [deposit] = await deposits()
    expect(deposit?.["customerId"]).toBe(customerId)
    expect(deposit?.["assignment"]).toEqual({ status: "unassigned_no_intent", safeToFulfill: false })
    expect(expectedIntentOf(newer.id)?.status).toBe("active")
  })

  it("in another asset than the memo's intent does not match the intent for this asset", async () => {
    const { shop, customerId, intent, deposits } = await withIntent()
    await shop.intent(customerId, { ...usdc, externalOrderId: "order_2" })
    await toTreasury(shop, intent.memo, usdc)
    expect(await deposits()).toMatchObject([
      { assignment: { status: "review_required_asset_mismatch", expectedIntent: { id: intent.id } } },
    ])
  })

  it("is ambiguous while two intents are active, even when its memo names one", async () => {
    const { shop, customerId, intent, deposits } = await withIntent(
      {},
      { business: { replacesIntents: false } }
    )
    await shop.intent(customerId, { ...xlm, externalOrderId: "order_2" })
    await toTreasury(shop, intent.memo)
    expect(await deposits()).toMatchObject([
      { assignment: { status: "review_required_ambiguous", expectedIntent: { id: intent.id } } },
    ])
  })
})
