import { inProcess } from "../../__tests__/in-process"
const xlm = { chain: "stellar", networkId: "stellar-mainnet", token: "XLM" }

describe("matching a payment", () => {
  it("compares memos as text, digit by digit, beyond 2^53", async () => {
    const { createInvoice, control } = inProcess()
    const id = await createInvoice(xlm)
    const memo = BigInt(control.invoices()[0]?.memoId ?? "0")
    expect(memo > 2n ** 53n).toBe(true)
    expect(await control.pay(id, { memo: String(memo + 1n) })).toMatchObject({ reason: "wrong_memo" })
    expect(await control.pay(id, { memo: String(memo) })).toMatchObject({ outcome: "accepted" })
  })

  it("counts a payment with the memo of another open invoice for that one", async () => {
    const { createInvoice, control } = inProcess()
    const [meant, reached] = [await createInvoice(xlm), await createInvoice(xlm)]
    const memo = control.invoices()[1]?.memoId
    expect(await control.pay(meant, { memo })).toMatchObject({ outcome: "accepted" })
    await control.settle(reached)
    expect(control.invoices().map(({ status }) => status)).toEqual(["pending", "paid"])
    expect(control.payments()).toMatchObject([{ invoiceId: reached, memo }])
  })
})
