import { openBusiness } from "../../payouts/__tests__/business"
import { failWithdrawal } from "../withdrawal-progress"

const SWEEP_MS = 30_000

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

  it("waits for gas with its sweep, and is not a gas-blocked operation itself", async () => {
    const { settled, withdraw, stateOf, control, billing, dashboard } = openBusiness({
      business: { fairUseGasUsd: "0" },
    })
    await settled()
    const id = await withdraw()
    await control.advance(60 * 60_000)
    expect(await stateOf(id)).toBe("pending_funds")
    expect(await billing()).toMatchObject({ gasBlockedOperations: 1 })
    await dashboard("/billing/top-ups", { usd: "5" })
    await control.advance(60_000)
    expect(await stateOf(id)).toBe("completed")
  })

  it("does not block a smaller one that the treasury covers as well", async () => {
    const { fund, settled, withdraw, stateOf, control } = openBusiness()
    await fund()
    await settled()
    const large = await withdraw({ amount: "150" })
    const small = await withdraw({ amount: "40" })
    expect([await stateOf(large), await stateOf(small)]).toEqual(["pending_funds", "queued"])
    await control.advance(5 * 60_000)
    expect([await stateOf(large), await stateOf(small)]).toEqual(["completed", "completed"])
  })

  it("can fail while it waits", async () => {
    const { settled, withdraw, stateOf, control, world, accounts } = openBusiness()
    await settled()
    const id = await withdraw()
    failWithdrawal(world(), id)
    await control.advance(5 * 60_000)
    expect(await stateOf(id)).toBe("failed")
    expect(accounts()).toMatchObject({ treasury: 99_050_000n })
  })
})

describe("a withdrawal of money that another one has reserved", () => {
  it("waits in funds_reserved, and continues when the money is released", async () => {
    const { fund, withdraw, stateOf, world, control, events } = openBusiness()
    await fund()
    const first = await withdraw({ amount: "60" })
    const second = await withdraw({ amount: "60" })
    expect([await stateOf(first), await stateOf(second)]).toEqual(["queued", "funds_reserved"])
    failWithdrawal(world(), first)
    expect(await stateOf(second)).toBe("processing")
    await control.advance(60_000)
    expect(events(second).slice(0, 3)).toEqual(
      ["queued", "funds_reserved", "processing"].map((status) => `withdrawal.${status}`)
    )
    expect(await stateOf(second)).toBe("completed")
  })

  it("continues with money that arrived meanwhile, first with its sweep", async () => {
    const { fund, withdraw, settled, stateOf, control, events } = openBusiness()
    await fund()
    const first = await withdraw({ amount: "60" })
    const second = await withdraw({ amount: "60" })
    await settled()
    await control.advance(5 * 60_000)
    expect([await stateOf(first), await stateOf(second)]).toEqual(["completed", "completed"])
    expect(events(second)).toContain("withdrawal.pending_funds")
  })

  it("has no claim on money that another one waits for", async () => {
    const { settled, withdraw, stateOf, control } = openBusiness()
    await settled()
    const first = await withdraw({ amount: "60" })
    const second = await withdraw({ amount: "60" })
    const third = await withdraw({ amount: "30" })
    const states = async () => Promise.all([first, second, third].map(stateOf))
    expect(await states()).toEqual(["pending_funds", "funds_reserved", "pending_funds"])
    await control.advance(5 * 60_000)
    expect(await states()).toEqual(["completed", "failed", "completed"])
  })

  it("queues, oldest first", async () => {
    const { fund, withdraw, stateOf, world } = openBusiness()
    await fund()
    const holder = await withdraw({ amount: "99.05" })
    const [older, newer] = [await withdraw({ amount: "60" }), await withdraw({ amount: "60" })]
    failWithdrawal(world(), holder)
    expect([await stateOf(older), await stateOf(newer)]).toEqual(["processing", "funds_reserved"])
  })

  it("concerns only its own asset", async () => {
    const { fund, withdraw, stateOf, control } = openBusiness()
    await fund()
    await fund({ token: "ETH", amount: "1" })
    await withdraw({ amount: "99.05" })
    const other = await withdraw({ token: "ETH", amount: "0.5" })
    await control.advance(60_000)
    expect(await stateOf(other)).toBe("completed")
  })
})
