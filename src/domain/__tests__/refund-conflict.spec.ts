import { refundConflictInWords } from "../refund-conflict"
import { REFUND_STATES } from "../refund-lifecycle"

const at = new Date("2026-11-21T09:00:42Z")
const words = (change: Partial<Parameters<typeof refundConflictInWords>[0]>) =>
  refundConflictInWords({ state: "quoted", isSettledElsewhere: false, by: "ada@example.com", at, ...change })

test("whoever comes second hears who was first, and how it stands", () => {
  expect(words({})).toBe(
    "ada@example.com asked for its payout on 2026-11-21 at 09:00 UTC. Its payout waits to be confirmed."
  )
  expect(words({ state: "done", isSettledElsewhere: true })).toBe(
    "ada@example.com settled it by other means on 2026-11-21 at 09:00 UTC."
  )
  expect(words({ state: "done", isSettledElsewhere: true, by: null })).toBe("It was settled by other means.")
})

test.each(REFUND_STATES)("a refund that is %s has words without a name", (state) => {
  expect(words({ state, by: null })).toMatch(/^\p{Lu}.+\.$/u)
  expect(words({ state, at: null })).not.toMatch(/null|undefined/)
})
