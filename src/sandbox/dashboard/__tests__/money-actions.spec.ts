import { errorOf, inProcess } from "../../__tests__/in-process"

describe("settings", () => {
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
