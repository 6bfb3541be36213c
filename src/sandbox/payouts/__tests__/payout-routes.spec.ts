import { errorOf } from "../../__tests__/in-process"
import { destinations, openBusiness, usdcOnBase, xlm } from "./business"
import { approveRoute, archiveRoute, createRoute } from "../route-steps"

const recipients = [{ label: "seller", destinationAddress: destinations.evm, shareBps: 10_000 }]
const request = { name: "to the seller", ...usdcOnBase, recipients }

function withRoute(fields: Record<string, unknown> = {}) {
  const business = openBusiness()
  const { world, post, root } = business
  const { id } = createRoute(world(), { ...request, ...fields })
  const askInvoice = (payoutRouteId = id, rail: Record<string, unknown> = usdcOnBase) =>
    post(`${root}/invoices`, { amount: "100", ...rail, payoutRouteId })
  return { ...business, id, askInvoice }
}

describe("a payout route", () => {
  it("still pays an invoice created before it was archived", async () => {
    const { world, id, settled, control, withdrawals } = withRoute()
    approveRoute(world(), id)
    await settled({ payoutRouteId: id })
    archiveRoute(world(), id)
    await control.advance(60_000)
    expect(withdrawals()).toMatchObject([{ status: "completed" }])
  })

  it.each([
    ["another network", { ...usdcOnBase, networkId: "eth-mainnet" }],
    ["another asset", { ...usdcOnBase, token: "ETH" }],
    ["another chain", xlm],
  ])("is not for %s", async (_, rail) => {
    const { world, id, askInvoice } = withRoute()
    approveRoute(world(), id)
    const answer = errorOf(await askInvoice(id, rail))
    expect(answer).toEqual({ status: 400, code: "VALIDATION_ERROR", fields: ["payoutRouteId"] })
  })
})

describe("recipients", () => {
  const recipient = (fields: Record<string, unknown> = {}) => [{ ...recipients[0], ...fields }]
  const wrong: [string, Record<string, unknown>, string][] = [
    ["no name", { name: "" }, "name"],
    ["no recipients", { recipients: [] }, "recipients"],
    ["a share of zero", { recipients: recipient({ shareBps: 0 }) }, "recipients.0.shareBps"],
    ["more than 100 %", { recipients: [...recipients, ...recipients] }, "recipients"],
    [
      "an address of another chain",
      { recipients: recipient({ destinationAddress: destinations.stellar }) },
      "recipients.0.destinationAddress",
    ],
    [
      "an address with a wrong checksum",
      { recipients: recipient({ destinationAddress: destinations.evm.replace("EE7", "ee7") }) },
      "recipients.0.destinationAddress",
    ],
    ["an asset that is not in the catalog", { token: "FAKE" }, "token"],
    ["a network that is not in the catalog", { networkId: "none" }, "networkId"],
  ]
  it.each(wrong)("are refused in a route with %s", (_, fields, field) => {
    expect.assertions(1)
    try {
      createRoute(openBusiness().world(), { ...request, ...fields })
    } catch (error) {
      expect(error).toMatchObject({ code: "VALIDATION_ERROR", details: [{ field }] })
    }
  })
})
