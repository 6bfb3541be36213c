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
})
