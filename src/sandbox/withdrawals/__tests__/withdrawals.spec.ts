import { errorOf } from "../../__tests__/in-process"
import {
  A_WHILE_MS,
  destinations,
  openBusiness,
  usdcOnBase,
  usdcOnSolana,
  xlm,
} from "../../__tests__/business"
import { withdrawFromDashboard } from "../withdrawal-creation"
import { failWithdrawal } from "../withdrawal-progress"

const SWEEP_MS = 30_000
const BLOCK_MS = 2_000

/** A business with 99.05 USDC in its treasury. */
async function funded(options: Parameters<typeof openBusiness>[0] = {}) {
  const business = openBusiness(options)
  await business.fund()
  const states = (ids: string[]) => Promise.all(ids.map(business.stateOf))
  return { ...business, states }
}

describe("creating a withdrawal", () => {
  it("in the dashboard is not bound by the policy of the payout key", async () => {
    const { world } = await funded({ business: { payoutPolicy: { tokens: [] } } })
    const request = { ...usdcOnBase, amount: "10", destinationAddress: destinations.evm }
    expect(withdrawFromDashboard(world(), request).status).toBe("queued")
  })

  it("keeps the fee of the quote after a change of plan", async () => {
    const { quote, askWithdrawal, dashboard } = await funded()
    const { id } = await quote()
    await dashboard("/billing/plan", { plan: "Startup" })
    expect((await askWithdrawal(id)).body).toMatchObject({ fee: "0.05" })
    expect(await quote()).toMatchObject({ fee: "0" })
  })

  it("refuses a reference a second time, unless the first withdrawal failed", async () => {
    const { quote, askWithdrawal, world } = await funded()
    const ask = async () => askWithdrawal((await quote())["id"], "payroll-7")
    const { body } = await ask()
    expect(errorOf(await ask())).toMatchObject({ status: 409, code: "DUPLICATE_REQUEST" })
    failWithdrawal(world(), String(body["id"]))
    expect((await ask()).status).toBe(201)
  })

  it("checks the destination again", async () => {
    const { quote, askWithdrawal, world, fund } = await funded()
    await fund(xlm)
    const { id } = await quote({ ...xlm, destinationAddress: destinations.stellar })
    world().withdrawals.memoAddresses.add(destinations.stellar)
    const refused = errorOf(await askWithdrawal(id))
    expect(refused).toEqual({ status: 400, code: "VALIDATION_ERROR", fields: ["quoteId"] })
  })
})

describe("a withdrawal whose money is still being swept", () => {
  it("waits for as many sweeps as it needs", async () => {
    const { settled, withdraw, stateOf, control } = openBusiness()
    await settled()
    await control.advance(SWEEP_MS / 2)
    await settled()
    const id = await withdraw({ amount: "150" })
    await control.advance(SWEEP_MS / 2)
    expect(await stateOf(id)).toBe("pending_funds")
    await control.advance(SWEEP_MS)
    expect(await stateOf(id)).not.toBe("pending_funds")
  })

  it("does not block a smaller one that the treasury covers as well", async () => {
    const { settled, withdraw, states, control } = await funded()
    await settled()
    const ids = [await withdraw({ amount: "150" }), await withdraw({ amount: "40" })]
    expect(await states(ids)).toEqual(["pending_funds", "queued"])
    await control.advance(A_WHILE_MS)
    expect(await states(ids)).toEqual(["completed", "completed"])
  })
})

describe("a withdrawal of money that another one has reserved", () => {
  it("continues with money that arrived meanwhile, first with its sweep", async () => {
    const { withdraw, settled, states, control, events } = await funded()
    const ids = [await withdraw({ amount: "60" }), await withdraw({ amount: "60" })]
    await settled()
    await control.advance(A_WHILE_MS)
    expect(await states(ids)).toEqual(["completed", "completed"])
    expect(events(ids[1])).toContain("withdrawal.pending_funds")
  })

  it("has no claim on money that another one waits for", async () => {
    const { settled, withdraw, stateOf, control } = openBusiness()
    await settled()
    const ids: string[] = []
    for (const amount of ["60", "60", "30"]) ids.push(await withdraw({ amount }))
    expect(await Promise.all(ids.map(stateOf))).toEqual(["pending_funds", "funds_reserved", "pending_funds"])
    await control.advance(A_WHILE_MS)
    expect(await Promise.all(ids.map(stateOf))).toEqual(["completed", "failed", "completed"])
  })

  it("continues when it is released, oldest first", async () => {
    const { withdraw, states, world } = await funded()
    const holder = await withdraw({ amount: "99.05" })
    const waiting = [await withdraw({ amount: "60" }), await withdraw({ amount: "60" })]
    failWithdrawal(world(), holder)
    expect(await states(waiting)).toEqual(["processing", "funds_reserved"])
  })
})

it.each([
  ["queued", 0],
  ["processing", 1],
  ["broadcast", 2],
])("a withdrawal can fail when %s, and no later block changes that", async (status, blocks) => {
  const { withdraw, control, world, stateOf, accounts, events } = await funded()
  const id = await withdraw()
  await control.advance(blocks * BLOCK_MS)
  expect(await stateOf(id)).toBe(status)
  failWithdrawal(world(), id)
  await control.advance(A_WHILE_MS)
  expect(await stateOf(id)).toBe("failed")
  expect(events(id).at(-1)).toBe("withdrawal.failed")
  expect(accounts()).toMatchObject({ treasury: 99_050_000n, fees: 950_000n })
})

it("a withdrawal creates a token account only once it is paid for", async () => {
  const business = openBusiness({ business: { fairUseGasUsd: "0.1" } })
  const { fund, withdraw, control, world, dashboard, stateOf } = business
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
