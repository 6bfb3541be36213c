import { errorOf } from "../../__tests__/in-process"
import { destinations, openBusiness } from "../../payouts/__tests__/business"

describe("a quote", () => {
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
