import { takeDepositStep } from "../deposit-steps"
import {
  DEPOSIT_STATUSES,
  DEPOSIT_TRIGGERS,
  depositEvents,
  depositLifecycle,
  type DepositStatus,
} from "../stored-deposit"
import { openShop } from "./shop"

const ENDS: DepositStatus[] = ["assigned", "accepted", "refunded"]

describe("the lifecycle of a deposit in review", () => {
  it("reaches every status from review_required", () => {
    const reached = new Set<DepositStatus>(["review_required"])
    for (const status of reached)
      for (const next of Object.values(depositLifecycle[status])) reached.add(next)
    expect([...reached].sort()).toEqual([...DEPOSIT_STATUSES].sort())
  })

  it.each(ENDS)("allows no transition after %s", (status) => {
    expect(depositLifecycle[status]).toEqual({})
  })

  const pairs = DEPOSIT_STATUSES.flatMap((status) =>
    DEPOSIT_TRIGGERS.map((trigger) => [status, trigger] as const)
  )
  it.each(pairs)("accepts or refuses %s + %s as the table says", async (status, trigger) => {
    const { world, customer, ensure, send, events } = openShop()
    const { depositId = "" } = await send({ toAddress: await ensure(await customer()), amount: "5" })
    const deposit = world().deposits.get(depositId)
    const before = events().length
    deposit.status = status
    const expected = depositLifecycle[status][trigger]
    if (expected) takeDepositStep(world(), deposit, trigger)
    else expect(() => takeDepositStep(world(), deposit, trigger)).toThrow("is not possible")
    expect(deposit.status).toBe(expected ?? status)
    expect(events().slice(before)).toEqual(expected ? [depositEvents[trigger]] : [])
  })
})
