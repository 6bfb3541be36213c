import { openBusiness, xlm, XLM } from "./business"

/** A business on Free with this much gas in a cycle. */
const withGas = (fairUseGasUsd: string) => openBusiness({ business: { fairUseGasUsd } })

describe("money of a settled invoice", () => {
  it("needs no sweep and no gas where it was paid to the treasury with a memo", async () => {
    const { settled, accounts, billing } = withGas("0")
    await settled(xlm)
    expect(accounts(XLM)).toMatchObject({ treasury: 990_500_000n })
    expect(await billing()).toMatchObject({ includedGasUsedUsd: "0", gasBlockedOperations: 0 })
  })

  it("is swept from a dedicated account on Stellar like from any other address", async () => {
    const { createInvoice, control, accounts, billing } = openBusiness()
    const id = await createInvoice({ ...xlm, amount: "100", receiveMode: "dedicated_address" })
    await control.advance(5_000)
    await control.pay(id)
    await control.settle(id)
    expect(accounts(XLM)).toMatchObject({ sweeping: 990_500_000n })
    await control.advance(60_000)
    expect(accounts(XLM)).toMatchObject({ treasury: 990_500_000n })
    expect(await billing()).toMatchObject({ includedGasUsedUsd: "0.0001" })
  })
})

describe("a sweep", () => {
  it("waits without enough gas, while payments are still detected and confirmed", async () => {
    const { fund, accounts, billing, control, statusOf, events, amounts } = withGas("0.05")
    await fund()
    const late = await fund()
    expect(await statusOf(late)).toBe("paid")
    expect(events(late).at(-1)).toBe("invoice.paid")
    expect(accounts()).toMatchObject({ treasury: 99_050_000n, sweeping: 99_050_000n })
    expect(await billing()).toMatchObject({ gasBlockedOperations: 1, includedGasRemainingUsd: "0.02" })
    expect(await amounts()).toMatchObject({ total: "198.1", totalHeld: "99.05" })
    await control.advance(60 * 60_000)
    expect(accounts()).toMatchObject({ sweeping: 99_050_000n })
  })

  it("continues after a top-up, oldest first", async () => {
    const { fund, dashboard, world, billing } = withGas("0")
    const ids = []
    for (let n = 0; n < 3; n++) ids.push(await fund())
    const [oldest, next, newest] = ids
    expect(world().billing.blocked.map(({ reference }) => reference)).toEqual([oldest, next, newest])
    await dashboard("/billing/top-ups", { usd: "5" })
    expect(world().billing.usage.filter(({ use }) => use === "automatic_sweep")).toMatchObject(
      ids.map((reference) => ({ reference }))
    )
    expect(await billing()).toMatchObject({ gasBlockedOperations: 0, prepaidGasUsd: "4.91" })
  })
})
