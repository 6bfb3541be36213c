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
})

describe("a withdrawal of money that another one has reserved", () => {
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
})
