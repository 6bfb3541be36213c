import { errorOf } from "../../__tests__/in-process"
import { destinations, openBusiness } from "../../payouts/__tests__/business"

describe("a quote", () => {
  it("carries the fee in units of the asset, rounded up", async () => {
    const { fund, quote } = openBusiness()
    await fund({ token: "ETH", amount: "1" })
    expect(await quote({ token: "ETH", amount: "0.5" })).toMatchObject({
      fee: "0.00002",
      netAmount: "0.49998",
    })
  })

  it("creates nothing: neither events nor a claim on the money", async () => {
    const { fund, quote, events, accounts } = openBusiness()
    await fund()
    const before = [events(), accounts()]
    await quote()
    expect([events(), accounts()]).toEqual(before)
  })

  it("counts money being swept like the balance, and refuses a base unit more", async () => {
    const { settled, askQuote, amounts } = openBusiness()
    await settled()
    expect(await amounts()).toMatchObject({ total: "99.05" })
    expect((await askQuote({ amount: "99.05" })).status).toBe(201)
    const refused = errorOf(await askQuote({ amount: "99.050001" }))
    expect(refused).toEqual({ status: 409, code: "INSUFFICIENT_BALANCE", fields: [] })
  })

  const wrong: [string, Record<string, unknown>, string][] = [
    ["amount", { amount: "0" }, "amount"],
    ["amount smaller than the fee", { amount: "0.05" }, "amount"],
    ["amount with too many decimals", { amount: "1.0000001" }, "amount"],
    ["amount that is a number", { amount: 10 }, "amount"],
    ["network", { networkId: "none" }, "networkId"],
    ["chain", { chain: "sol" }, "networkId"],
    ["token", { token: "FAKE" }, "token"],
    ["destination", { destinationAddress: destinations.sol }, "destinationAddress"],
    ["destination that is missing", { destinationAddress: undefined }, "destinationAddress"],
    ["memo", { memo: "7" }, "memo"],
    ["field", { note: "x" }, "note"],
  ]
  it.each(wrong)("is refused for a wrong %s", async (_, fields, field) => {
    const { fund, askQuote } = openBusiness()
    await fund()
    const refused = errorOf(await askQuote(fields))
    expect(refused).toEqual({ status: 400, code: "VALIDATION_ERROR", fields: [field] })
  })
})
