import { A_WHILE_MS, destinations, openBusiness, usdcOnSolana } from "../../payouts/__tests__/business"
import { failWithdrawal } from "../withdrawal-progress"

const BLOCK_MS = 2_000

async function withdrawing() {
  const business = openBusiness()
  await business.fund()
  const id = await business.withdraw()
  return { ...business, id }
}

describe("an unsuccessful withdrawal", () => {
  it.each([
    ["queued", 0],
    ["processing", 1],
    ["broadcast", 2],
  ])("can fail when %s, and no later block changes that", async (status, blocks) => {
    const { id, control, world, stateOf, accounts, events } = await withdrawing()
    await control.advance(blocks * BLOCK_MS)
    expect(await stateOf(id)).toBe(status)
    failWithdrawal(world(), id)
    await control.advance(A_WHILE_MS)
    expect(await stateOf(id)).toBe("failed")
    expect(events(id).at(-1)).toBe("withdrawal.failed")
    expect(accounts()).toMatchObject({ treasury: 99_050_000n, fees: 950_000n })
  })
})

describe("gas of a withdrawal", () => {
  const withGas = (fairUseGasUsd: string) => openBusiness({ business: { fairUseGasUsd } })

  it("creates a token account only once it is paid for", async () => {
    const { fund, withdraw, control, world, dashboard, stateOf } = withGas("0.1")
    const request = { ...usdcOnSolana, destinationAddress: destinations.sol }
    await fund(usdcOnSolana)
    const first = await withdraw(request)
    await control.advance(60_000)
    failWithdrawal(world(), first)
    await dashboard("/billing/top-ups", { usd: "5" })
    const second = await withdraw(request)
    await control.advance(60_000)
    expect(await stateOf(second)).toBe("completed")
    const created = world().billing.usage.filter(({ use }) => use === "token_account_creation")
    expect(created).toMatchObject([{ reference: second }])
  })
})
