import { parseAssumptions } from "../../../gateway/assumptions"
import { withdrawalPhase, writtenStatus } from "../../../gateway/contract"
import { openBusiness } from "../../payouts/__tests__/business"
import {
  isFinal,
  WITHDRAWAL_STATUSES,
  WITHDRAWAL_TRIGGERS,
  withdrawalLifecycle,
  type WithdrawalStatus,
} from "../stored-withdrawal"
import { takeWithdrawalStep } from "../withdrawal-steps"

const ENDS: WithdrawalStatus[] = ["completed", "destination_rejected", "failed"]

describe("the lifecycle of a withdrawal", () => {
  it("reaches every status from queued", () => {
    const reached = new Set<WithdrawalStatus>(["queued"])
    for (const status of reached)
      for (const next of Object.values(withdrawalLifecycle[status])) reached.add(next)
    expect([...reached].sort()).toEqual([...WITHDRAWAL_STATUSES].sort())
  })

  it("can end from every status", () => {
    const ending = new Set(WITHDRAWAL_STATUSES.filter(isFinal))
    for (let before = -1; before < ending.size;) {
      before = ending.size
      for (const status of WITHDRAWAL_STATUSES) {
        if (Object.values(withdrawalLifecycle[status]).some((next) => ending.has(next))) ending.add(status)
      }
    }
    expect([...ending].sort()).toEqual([...WITHDRAWAL_STATUSES].sort())
  })

  it("ends in three ways", () => {
    expect(WITHDRAWAL_STATUSES.filter(isFinal)).toEqual(ENDS)
  })

  const pairs = WITHDRAWAL_STATUSES.flatMap((status) =>
    WITHDRAWAL_TRIGGERS.map((trigger) => [status, trigger] as const)
  )
  it.each(pairs)("accepts or refuses %s + %s as the table says", async (status, trigger) => {
    const { fund, withdraw, world, events } = openBusiness()
    await fund()
    const withdrawal = world().withdrawals.get(await withdraw())
    withdrawal.status = status
    const expected = withdrawalLifecycle[status][trigger]
    if (expected) {
      takeWithdrawalStep(world(), withdrawal, trigger)
      expect(events(withdrawal.id)).toEqual(["withdrawal.queued", `withdrawal.${expected}`])
    } else {
      expect(() => takeWithdrawalStep(world(), withdrawal, trigger)).toThrow("is not possible")
      expect(events(withdrawal.id)).toEqual(["withdrawal.queued"])
    }
    expect(withdrawal.status).toBe(expected ?? status)
  })

  const assumptions = parseAssumptions({
    statuses: {
      withdrawal: { queued: ["accepted"], fundsReserved: ["held"], completed: ["done", "confirmed"] },
    },
  })
  it("uses the assumed words on the wire", () => {
    const names = WITHDRAWAL_STATUSES.map((status) => writtenStatus("withdrawal", status, assumptions))
    expect(names).toEqual([
      ...["accepted", "pending_funds", "held", "processing", "gas_blocked", "broadcast"],
      ...["confirmed", "destination_rejected", "failed"],
    ])
  })

  it.each(WITHDRAWAL_STATUSES)("means in %s what a client makes of it", (status) => {
    const phase = withdrawalPhase(status)
    expect(phase).toBe(isFinal(status) ? (status === "completed" ? "done" : "failed") : "pending")
  })
})
