import fc from "fast-check"
import { PaymentModel, type Step } from "./attempt-model"

const at = fc.nat({ max: 4 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ do: "open" as const }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("cancel_order" as const, "resolve" as const).map((what) => ({ do: what })),
  },
  { weight: 2, arbitrary: fc.constant({ do: "capture" as const }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant("pay" as const), at, tokens: fc.constantFrom(1, 4, 6, 10, 12) }),
  },
  { weight: 8, arbitrary: fc.record({ do: fc.constant("read" as const), at }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom(
        "settle" as const,
        "expire" as const,
        "reorganise" as const,
        "pay_refund_out" as const
      ),
      at,
    }),
  }
)
const life = fc.array(step, { minLength: 5, maxLength: 60, size: "max" })

/** Outcome of a payment after its steps. */
function live(steps: readonly Step[]): PaymentModel {
  const payment = new PaymentModel()
  payment.take({ do: "open" })
  for (const one of steps) payment.take(one)
  payment.end()
  return payment
}

describe("a payment with one to five attempts and any sequence of events", () => {
  const always = (holds: (payment: PaymentModel) => void) =>
    fc.assert(
      fc.property(life, (steps) => holds(live(steps))),
      { numRuns: 1_000 }
    )

  it("captures at most one attempt", () => {
    always(({ captures }) => expect(captures.length).toBeLessThanOrEqual(1))
  })

  it("captures the first attempt to settle", () => {
    always(({ captures }) => {
      for (const { attempt, first } of captures) expect(attempt).toBe(first)
    })
  })

  it("captures, holds or owes back all money of each attempt exactly once", () => {
    always((payment) => {
      for (const [index, { service, owed }] of payment.attempts.entries()) {
        const isCaptured = payment.captures.some(({ attempt }) => attempt === index)
        const isKept = isCaptured || payment.isHeld(index)
        expect({ index, owed: Number(owed ?? "0") }).toEqual({ index, owed: isKept ? 0 : service.received })
      }
    })
  })

  it("captures one attempt when one has settled and the order is open", () => {
    always((payment) => {
      const isWaiting = payment.state === "unallocated" || payment.isOrderCancelled
      const settled = payment.attempts.filter(
        ({ service, isRefundBegun }) => service.status.endsWith("paid") && !isRefundBegun
      )
      if (!isWaiting && settled.length > 0) expect(payment.captures).toHaveLength(1)
    })
  })
})
