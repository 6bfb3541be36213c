import { REFUND_STATES } from "../../../domain/refund/refund-lifecycle"
import { refundConflictInWords } from "../refund-words"

const at = new Date("2026-11-21T09:00:42Z")
const words = (change: Partial<Parameters<typeof refundConflictInWords>[0]>) =>
  refundConflictInWords({ state: "quoted", isSettledElsewhere: false, by: "ada@example.com", at, ...change })

test("the second operator sees who was first, and the state of the refund", () => {
  expect(words({})).toBe(
    "ada@example.com requested its payout on 2026-11-21 at 09:00 UTC. Its payout awaits confirmation."
  )
  expect(words({ state: "done", isSettledElsewhere: true })).toBe(
    "ada@example.com marked it as paid elsewhere on 2026-11-21 at 09:00 UTC."
  )
  expect(words({ state: "done", isSettledElsewhere: true, by: null })).toBe("It was paid elsewhere.")
})

test.each(REFUND_STATES)("a refund that is %s has words without a name", (state) => {
  expect(words({ state, by: null })).toMatch(/^\p{Lu}.+\.$/u)
  expect(words({ state, at: null })).not.toMatch(/null|undefined/)
})
