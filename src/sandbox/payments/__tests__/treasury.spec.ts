import { openShop, xlm, type Shop } from "../../deposits/__tests__/shop"

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
  it("with the memo of a replaced intent is not the newer one's", async () => {
    const { shop, customerId, intent, deposits, expectedIntentOf } = await withIntent()
    const newer = await shop.intent(customerId, { ...xlm, externalOrderId: "order_2" })
    await toTreasury(shop, intent.memo)
    const [deposit] = await deposits()
    expect(deposit?.["customerId"]).toBe(customerId)
    expect(deposit?.["assignment"]).toEqual({ status: "unassigned_no_intent", safeToFulfill: false })
    expect(expectedIntentOf(newer.id)?.status).toBe("active")
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
