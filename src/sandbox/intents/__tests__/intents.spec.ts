import { errorOf } from "../../__tests__/in-process"
import { ethOnBase, openShop, usdcOnBase, usdcOnSolana, xlm } from "../../deposits/__tests__/shop"

const intentFields = { ...usdcOnBase, externalOrderId: "order_1", expectedAmount: "100" }
const recipient = { label: "artist", destinationAddress: `0x${"a1".repeat(20)}`, shareBps: 5_000 }

describe("an auto-deposit intent", () => {
  it.each([
    ["evm", usdcOnBase],
    ["sol", usdcOnSolana],
  ])("uses the customer's own address on %s, and provisions it when missing", async (_, rail) => {
    const { customer, ensure, intent, post, root } = openShop()
    const id = await customer()
    const { depositAddress, memo } = await intent(id, rail)
    expect(memo).toBeUndefined()
    expect(await ensure(id, rail)).toBe(depositAddress)
    const { chain, networkId } = rail
    const again = await post(`${root}/customers/${id}/addresses/ensure`, { chain, networkId })
    expect(again.body["created"]).toBe(false)
  })

  it("uses the treasury on Stellar, with its own memos, some beyond 2^53", async () => {
    const { customer, intent, world } = openShop()
    const id = await customer()
    const memos = []
    for (let count = 0; count < 12; count++) {
      const { depositAddress, memo } = await intent(id, xlm)
      expect(depositAddress).toBe(world().receivers.treasuryAddress)
      memos.push(BigInt(memo ?? "0"))
    }
    expect(new Set(memos).size).toBe(12)
    expect(memos.some((memo) => memo > 2n ** 53n)).toBe(true)
    expect(memos.some((memo) => memo < 2n ** 53n)).toBe(true)
  })

  it("never shares a memo with an invoice", async () => {
    const { customer, intent, createInvoice, control } = openShop()
    const id = await customer()
    const memos = []
    for (let count = 0; count < 5; count++) {
      memos.push((await intent(id, xlm)).memo)
      await createInvoice(xlm)
    }
    const all = [...memos, ...control.invoices().map(({ memoId }) => memoId)]
    expect(new Set(all).size).toBe(10)
  })

  it.each([
    ["an amount of zero", { expectedAmount: "0" }, "expectedAmount"],
    ["an amount as a number", { expectedAmount: 1 }, "expectedAmount"],
    ["more decimals than the token has", { expectedAmount: "1.0000001" }, "expectedAmount"],
    ["an unknown network", { networkId: "moon" }, "networkId"],
    ["a token of another network", { token: "BNB" }, "token"],
    ["no order", { externalOrderId: "" }, "externalOrderId"],
    ["an asset identity", { canonicalAssetId: "stellar:XLM:native" }, "canonicalAssetId"],
    ["a customer other than the path's", { customerId: "other" }, "customerId"],
    ["two kinds of split", { payoutRouteId: "r", payoutRecipients: [recipient] }, "payoutRecipients"],
  ])("is refused with %s, naming the field", async (_, fields, field) => {
    const { customer, post, root, payoutKey } = openShop()
    const path = `${root}/customers/${await customer()}/auto-deposit-intents`
    const key = "payoutRecipients" in fields ? payoutKey : {}
    const answer = await post(path, { ...intentFields, ...fields }, key)
    expect(errorOf(answer)).toEqual({ status: 400, code: "VALIDATION_ERROR", fields: [field] })
  })

  it("is refused for an unknown customer", async () => {
    const { post, root } = openShop()
    const answer = await post(`${root}/customers/nobody/auto-deposit-intents`, intentFields)
    expect(errorOf(answer)).toMatchObject({ status: 404, code: "NOT_FOUND" })
  })
})

describe("a newer intent", () => {
  const statuses = (shop: ReturnType<typeof openShop>, ids: string[]) =>
    ids.map((id) => shop.expectedIntentOf(id)?.status)

  it.each([
    ["another token", ethOnBase],
    ["another network", { ...usdcOnBase, networkId: "eth-mainnet" }],
    ["another chain", usdcOnSolana],
  ])("does not replace the one for %s", async (_, rail) => {
    const shop = openShop()
    const id = await shop.customer()
    const [first, second] = [await shop.intent(id), await shop.intent(id, rail)]
    expect(statuses(shop, [first.id, second.id])).toEqual(["active", "active"])
  })

  it("does not replace the one of another customer", async () => {
    const shop = openShop()
    const first = await shop.intent(await shop.customer("ada"))
    const second = await shop.intent(await shop.customer("bob"))
    expect(statuses(shop, [first.id, second.id])).toEqual(["active", "active"])
  })
})
