import { errorOf, inProcess, usdcOnBase } from "../../__tests__/in-process"

const destinationAddress = "0x52908400098527886E0F7030069857D2E4169EE7"
const recipient = { label: "seller", destinationAddress, shareBps: 10_000 }
const route = { name: "seller", ...usdcOnBase, recipients: [recipient] }

describe("payout routes", () => {
  it("are created, approved and archived, and usable only once approved", async () => {
    const { dashboard, post, invoicesPath } = inProcess()
    const { id } = (await dashboard("/payout-routes", route)).body
    const invoice = { amount: "5", ...usdcOnBase, payoutRouteId: id }
    const statusOf = async () => (await post(invoicesPath, invoice)).status
    expect(await statusOf()).toBeGreaterThanOrEqual(400)
    expect((await dashboard(`/payout-routes/${id}/approve`, {})).body).toMatchObject({ status: "approved" })
    expect(await statusOf()).toBe(201)
    expect((await dashboard(`/payout-routes/${id}/archive`, {})).body).toMatchObject({ status: "archived" })
    expect(await statusOf()).toBeGreaterThanOrEqual(400)
    const list = JSON.parse((await dashboard("/payout-routes")).text)
    expect(list).toEqual([{ id, ...route, status: "archived" }])
  })
})

describe("billing in the dashboard", () => {
  it("sells gas in packs and changes the plan", async () => {
    const { dashboard, get } = inProcess()
    expect((await dashboard("/billing/top-ups", { usd: "25" })).body).toMatchObject({ prepaidGasUsd: "25" })
    expect(errorOf(await dashboard("/billing/top-ups", { usd: "7" }))).toMatchObject({ status: 400 })
    expect((await dashboard("/billing/plan", { plan: "Growth" })).body).toMatchObject({ plan: "Growth" })
    expect((await get("/billing/me")).body).toMatchObject({ plan: "Growth", prepaidGasUsd: "25" })
    expect(errorOf(await dashboard("/billing/plan", { plan: "Gold" }))).toMatchObject({ fields: ["plan"] })
  })
})

describe("settings", () => {
  it("change those that are named and keep the others", async () => {
    const { dashboard, control } = inProcess({ business: { dustThresholdUsd: "0.5" } })
    const changed = await dashboard("/settings", { assignmentMode: "ledger_only", depositToleranceBps: 5 })
    const expected = { assignmentMode: "ledger_only", depositToleranceBps: 5, dustThresholdUsd: "0.5" }
    expect(changed.body).toMatchObject(expected)
    expect((await dashboard("/settings")).body).toMatchObject(expected)
    expect(control.settings()).toMatchObject(expected)
  })

  it.each([
    [{ plan: "Scale" }, "plan"],
    [{ colour: "red" }, "colour"],
    [{ depositToleranceBps: 10_001 }, "depositToleranceBps"],
    [{ autoInvoiceMinUsd: "-1" }, "autoInvoiceMinUsd"],
    [{ fairUseGasUsd: "1.000000001" }, "fairUseGasUsd"],
  ])("refuse %j and change nothing", async (settings, field) => {
    const { dashboard, control } = inProcess()
    const before = control.settings()
    expect(errorOf(await dashboard("/settings", settings))).toMatchObject({ status: 400, fields: [field] })
    expect(control.settings()).toEqual(before)
  })

  it("return to the options after a reset", async () => {
    const { dashboard, control } = inProcess({ business: { sweepDelayMs: 7 } })
    await dashboard("/settings", { sweepDelayMs: 9 })
    await control.reset()
    expect(control.settings()).toMatchObject({ sweepDelayMs: 7 })
  })
})
