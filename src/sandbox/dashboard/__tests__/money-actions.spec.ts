import { errorOf, inProcess, usdcOnBase } from "../../__tests__/in-process"

const DAY_MS = 86_400_000
const SWEPT_MS = 60_000
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

  it("cannot be approved when they do not exist or have ended", async () => {
    const { dashboard } = inProcess()
    expect(errorOf(await dashboard("/payout-routes/route_0/approve", {}))).toMatchObject({ status: 404 })
    const { id } = (await dashboard("/payout-routes", route)).body
    await dashboard(`/payout-routes/${id}/archive`, {})
    const answer = await dashboard(`/payout-routes/${id}/approve`, {})
    expect(errorOf(answer)).toMatchObject({ status: 409, code: "CONFLICT" })
  })
})

describe("a withdrawal in the dashboard", () => {
  it("needs no quote and pays the plan's dashboard fee", async () => {
    const { control, createInvoice, dashboard } = inProcess()
    const invoiceId = await createInvoice({ amount: "100" })
    await control.pay(invoiceId)
    await control.settle(invoiceId)
    await control.advance(SWEPT_MS)
    const answer = await dashboard("/withdrawals", { ...usdcOnBase, amount: "10", destinationAddress })
    expect(answer.body).toMatchObject({ amount: "10", fee: "0.08", netAmount: "9.92", destinationAddress })
    await control.advance(10 * 60_000)
    const list = JSON.parse((await dashboard("/withdrawals")).text)
    expect(list).toMatchObject([{ id: answer.body["id"], status: "completed" }])
  })

  it("cannot exceed the balance", async () => {
    const { dashboard } = inProcess({ assumptions: { errors: { statuses: { insufficientBalance: 422 } } } })
    const answer = await dashboard("/withdrawals", { ...usdcOnBase, amount: "10", destinationAddress })
    expect(errorOf(answer)).toMatchObject({ status: 422, code: "INSUFFICIENT_BALANCE" })
  })
})

describe("billing in the dashboard", () => {
  async function withBill() {
    const sandbox = inProcess({ business: { plan: "Startup" } })
    await sandbox.control.advance(26 * DAY_MS)
    const [bill] = JSON.parse((await sandbox.dashboard("/billing/invoices")).text)
    const pay = (body: object, id = bill.id) => sandbox.dashboard(`/billing/invoices/${id}/pay`, body)
    return { ...sandbox, bill, pay }
  }

  it("shows the renewal and accepts its payment once", async () => {
    const { bill, pay } = await withBill()
    expect(bill).toMatchObject({ plan: "Startup", amountUsd: "19", status: "open" })
    const payment = { amountUsd: "19", txHash: "0xa" }
    expect(errorOf(await pay({ ...payment, amountUsd: "18.99" }))).toMatchObject({
      status: 409,
      code: "BILLING_UNDERPAYMENT",
    })
    expect((await pay(payment)).body).toMatchObject({ id: bill.id, status: "paid", txHash: "0xa" })
    expect(errorOf(await pay(payment))).toMatchObject({ code: "BILLING_PAYMENT_REPLAY_CONFLICT" })
    const other = { ...payment, txHash: "0xb" }
    expect(errorOf(await pay(other))).toMatchObject({ code: "BILLING_INVOICE_NOT_PAYABLE" })
    expect(errorOf(await pay(other, "bill_0"))).toMatchObject({
      status: 404,
      code: "BILLING_INVOICE_NOT_FOUND",
    })
  })

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
