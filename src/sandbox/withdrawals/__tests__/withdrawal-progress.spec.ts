import { A_WHILE_MS, destinations, openBusiness, usdcOnSolana } from "../../payouts/__tests__/business"
import { failWithdrawal } from "../withdrawal-progress"

const BLOCK_MS = 2_000

async function withdrawing() {
  const business = openBusiness()
  await business.fund()
  const id = await business.withdraw()
  return { ...business, id }
}

describe("a successful withdrawal", () => {
  it("is processed, broadcast and completed block by block", async () => {
    const { id, control, withdrawal, events } = await withdrawing()
    const seen = []
    for (let block = 0; block <= 5; block++) {
      const { status, txHash } = await withdrawal(id)
      seen.push([status, typeof txHash])
      await control.advance(BLOCK_MS)
    }
    expect(seen).toEqual([
      ["queued", "undefined"],
      ["processing", "undefined"],
      ["broadcast", "string"],
      ["broadcast", "string"],
      ["broadcast", "string"],
      ["completed", "string"],
    ])
    expect(events(id)).toEqual(
      ["queued", "processing", "broadcast", "completed"].map((status) => `withdrawal.${status}`)
    )
  })
})

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

  it("cannot fail once it is completed", async () => {
    const { id, control, world, withdrawal } = await withdrawing()
    await control.advance(A_WHILE_MS)
    expect(() => failWithdrawal(world(), id)).toThrow(`withdrawal ${id} is completed`)
    expect(await withdrawal(id)).toMatchObject({ status: "completed" })
    expect(await withdrawal(id)).not.toHaveProperty("failureReason")
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

  it("is no longer awaited by a failed withdrawal", async () => {
    const { fund, withdraw, control, world, stateOf, billing, dashboard, accounts } = withGas("0.03")
    await fund()
    const [first, second] = [await withdraw(), await withdraw()]
    await control.advance(60_000)
    failWithdrawal(world(), first)
    expect(await billing()).toMatchObject({ gasBlockedOperations: 1 })
    await dashboard("/billing/top-ups", { usd: "5" })
    await control.advance(60_000)
    expect([await stateOf(first), await stateOf(second)]).toEqual(["failed", "completed"])
    expect(accounts()).toMatchObject({ treasury: 89_050_000n })
  })
})
