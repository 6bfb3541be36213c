import { A_WHILE_MS, destinations, openBusiness, usdcOnSolana, xlm } from "../../payouts/__tests__/business"
import { failWithdrawal, rejectDestination } from "../withdrawal-progress"

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

  it("pays its destination and the fee out of the reserved money", async () => {
    const { control, accounts } = await withdrawing()
    await control.advance(A_WHILE_MS)
    const fees = 950_000n + 50_000n
    expect(accounts()).toEqual({ outside: -90_050_000n, fees, treasury: 89_050_000n })
  })

  it("needs one ledger on Stellar", async () => {
    const { fund, withdraw, control, stateOf } = openBusiness()
    await fund(xlm)
    const id = await withdraw({ ...xlm, destinationAddress: destinations.stellar })
    await control.advance(15_000)
    expect(await stateOf(id)).toBe("completed")
  })

  it("announces the assumed names", async () => {
    const assumptions = {
      events: { withdrawalPrefixes: ["payout_"] },
      statuses: { withdrawal: { queued: ["new"] } },
    }
    const { fund, withdraw, events, withdrawal } = openBusiness({ assumptions })
    await fund()
    const id = await withdraw()
    expect(events(id)).toEqual(["payout_new"])
    expect(await withdrawal(id)).toMatchObject({ status: "new" })
  })
})

describe("an unsuccessful withdrawal", () => {
  it("is rejected with its destination, and its money returns without a fee", async () => {
    const { id, control, world, withdrawal, accounts, events } = await withdrawing()
    rejectDestination(world(), destinations.evm)
    await control.advance(A_WHILE_MS)
    expect(await withdrawal(id)).toMatchObject({
      status: "destination_rejected",
      failureReason: "the destination was rejected",
    })
    expect(accounts()).toMatchObject({ treasury: 99_050_000n })
    expect(accounts()).not.toHaveProperty("reserved")
    expect(events(id).at(-1)).toBe("withdrawal.destination_rejected")
  })

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

  it("is consumed beside the fee", async () => {
    const { id, world, control } = await withdrawing()
    expect(world().billing.usage.filter(({ reference }) => reference === id)).toEqual([])
    await control.advance(BLOCK_MS)
    expect(world().billing.usage.filter(({ reference }) => reference === id)).toMatchObject([
      { use: "payout_api_withdrawal", usdUnits: 2_000_000n },
      { use: "contract_execution", usdUnits: 1_000_000n },
    ])
  })

  it("is awaited in gas_blocked, out of queued, and the money stays reserved", async () => {
    const { fund, withdraw, control, stateOf, accounts, billing, dashboard, events } = withGas("0.03")
    await fund()
    const id = await withdraw()
    await control.advance(60 * 60_000)
    expect(await stateOf(id)).toBe("gas_blocked")
    expect(accounts()).toMatchObject({ reserved: 10_000_000n })
    expect(await billing()).toMatchObject({ gasBlockedOperations: 1 })
    await dashboard("/billing/top-ups", { usd: "5" })
    expect(await stateOf(id)).toBe("processing")
    await control.advance(A_WHILE_MS)
    expect(await stateOf(id)).toBe("completed")
    expect(events(id)).toEqual(
      ["queued", "gas_blocked", "processing", "broadcast", "completed"].map(
        (status) => `withdrawal.${status}`
      )
    )
    expect(await billing()).toMatchObject({ gasBlockedOperations: 0, prepaidGasUsd: "4.97" })
  })

  it("covers a Solana token account, found missing during processing", async () => {
    const { fund, withdraw, control, stateOf, world, dashboard, events } = withGas("0.1")
    const request = { ...usdcOnSolana, destinationAddress: destinations.sol }
    await fund(usdcOnSolana)
    const first = await withdraw(request)
    await control.advance(60_000)
    expect(await stateOf(first)).toBe("gas_blocked")
    expect(events(first)).toEqual(["withdrawal.queued", "withdrawal.processing", "withdrawal.gas_blocked"])
    await dashboard("/billing/top-ups", { usd: "5" })
    await control.advance(60_000)
    expect(await stateOf(first)).toBe("completed")
    const second = await withdraw(request)
    await control.advance(60_000)
    expect(await stateOf(second)).toBe("completed")
    const created = world().billing.usage.filter(({ use }) => use === "token_account_creation")
    expect(created).toMatchObject([{ reference: first }])
  })

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
