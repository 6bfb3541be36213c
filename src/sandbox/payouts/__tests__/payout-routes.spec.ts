import { errorOf } from "../../__tests__/in-process"
import { destinations, openBusiness, usdcOnBase, xlm } from "./business"
import { routeLifecycle, ROUTE_STATUSES, ROUTE_TRIGGERS, type RouteStatus } from "../payout-route"
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

describe("the lifecycle of a route template", () => {
  it("reaches every status from draft", () => {
    const reached = new Set<RouteStatus>(["draft"])
    for (const status of reached) for (const next of Object.values(routeLifecycle[status])) reached.add(next)
    expect([...reached].sort()).toEqual([...ROUTE_STATUSES].sort())
  })

  const steps = { approved: approveRoute, archived: archiveRoute }
  const pairs = ROUTE_STATUSES.flatMap((status) =>
    ROUTE_TRIGGERS.map((trigger) => [status, trigger] as const)
  )
  it.each(pairs)("accepts or refuses %s + %s as the table says", (status, trigger) => {
    const { world, id } = withRoute()
    const route = world().routes.find(id)
    if (!route) throw new Error("no route")
    route.status = status
    const expected = routeLifecycle[status][trigger]
    if (expected) expect(steps[trigger](world(), id).status).toBe(expected)
    else expect(() => steps[trigger](world(), id)).toThrow("it cannot be")
    expect(route.status).toBe(expected ?? status)
  })

  it.each([approveRoute, archiveRoute])("does not find an unknown route", (step) => {
    expect(() => step(openBusiness().world(), "route_0")).toThrow("payout route route_0 does not exist")
  })
})

describe("a payout route", () => {
  it("pays the invoices that name it, once it is approved", async () => {
    const { world, id, fund, withdrawals } = withRoute()
    approveRoute(world(), id)
    const invoiceId = await fund({ payoutRouteId: id })
    expect(withdrawals()).toMatchObject([{ invoiceId, kind: "payout_leg", status: "completed" }])
  })

  it.each([
    ["is a draft", () => undefined],
    ["was archived", archiveRoute],
  ])("cannot be used while it %s", async (_, prepare) => {
    const { world, id, askInvoice } = withRoute()
    prepare(world(), id)
    const fields = ["payoutRouteId"]
    expect(errorOf(await askInvoice())).toEqual({ status: 400, code: "VALIDATION_ERROR", fields })
  })

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

  it("has to exist", async () => {
    const answer = errorOf(await withRoute().askInvoice("route_0"))
    expect(answer).toEqual({ status: 404, code: "NOT_FOUND", fields: ["payoutRouteId"] })
  })

  it("excludes the invoice's own recipients", async () => {
    const { post, root, payoutKey, id } = withRoute()
    const body = { amount: "100", ...usdcOnBase, payoutRouteId: id, payoutRecipients: recipients }
    const answer = errorOf(await post(`${root}/invoices`, body, payoutKey))
    expect(answer).toEqual({ status: 400, code: "VALIDATION_ERROR", fields: ["payoutRecipients"] })
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

  it("are refused in an invoice with an address that is not of its chain", async () => {
    const { post, root, payoutKey } = openBusiness()
    const body = { amount: "100", ...xlm, payoutRecipients: recipients }
    const answer = errorOf(await post(`${root}/invoices`, body, payoutKey))
    const fields = ["payoutRecipients.0.destinationAddress"]
    expect(answer).toEqual({ status: 400, code: "VALIDATION_ERROR", fields })
  })
})
