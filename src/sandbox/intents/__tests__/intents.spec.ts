import { errorOf } from "../../__tests__/in-process"
import { openShop, usdcOnBase, xlm } from "../../deposits/__tests__/shop"

const intentFields = { ...usdcOnBase, externalOrderId: "order_1", expectedAmount: "100" }
const recipient = { label: "artist", destinationAddress: `0x${"a1".repeat(20)}`, shareBps: 5_000 }

describe("an auto-deposit intent", () => {
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
})
