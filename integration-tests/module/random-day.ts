import fc from "fast-check"

/** One event of a business day; `rail` an index, `amount` in token units. */
export type Happening =
  | { kind: "sale"; rail: number; amount: string; paid: "exact" | "over" | "under"; isLegged: boolean }
  | { kind: "unallocated"; rail: number; amount: string }
  | { kind: "expired"; rail: number; amount: string }
  | { kind: "deposit"; rail: number; amount: string; end: "accepted" | "refunded" | "waits" }
  | { kind: "withdrawal"; rail: number; share: number; isFailing: boolean }
  | { kind: "dashboard"; rail: number; share: number }
  | { kind: "applied"; rail: number; amount: string; isWhole: boolean }
  | { kind: "order refund"; rail: number }
  /** Differences that the report has to find. */
  | { kind: "not captured"; rail: number; amount: string }
  | { kind: "captured twice"; rail: number; amount: string }
  | { kind: "capture alone"; rail: number; amount: string }
  | { kind: "forgotten surplus"; rail: number; amount: string }
  | { kind: "no transaction"; rail: number; amount: string }
  | { kind: "payout missing"; rail: number; amount: string }
  | { kind: "wait"; seconds: number }

const rail = fc.integer({ min: 0, max: 2 })
/** Those whose customers have a payable address. */
const addressRail = fc.integer({ min: 0, max: 1 })
const amount = fc
  .tuple(fc.integer({ min: 2, max: 500 }), fc.integer({ min: 0, max: 999_999 }))
  .map(([whole, rest]) => `${whole}.${String(rest).padStart(6, "0")}`.replace(/\.?0+$/, ""))
const share = fc.integer({ min: 1, max: 12 })
const weighted = <T extends Happening>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary })
const constant = <K extends Happening["kind"]>(kind: K) => fc.constant(kind)

const happening: fc.Arbitrary<Happening> = fc.oneof(
  weighted(
    10,
    fc.record({
      kind: constant("sale"),
      rail,
      amount,
      paid: fc.constantFrom("exact", "exact", "exact", "over", "under"),
      isLegged: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
    })
  ),
  weighted(1, fc.record({ kind: constant("unallocated"), rail, amount })),
  weighted(1, fc.record({ kind: constant("expired"), rail, amount })),
  weighted(
    2,
    fc.record({
      kind: constant("deposit"),
      rail: addressRail,
      amount,
      end: fc.constantFrom("accepted", "refunded", "waits"),
    })
  ),
  weighted(3, fc.record({ kind: constant("withdrawal"), rail, share, isFailing: fc.boolean() })),
  weighted(1, fc.record({ kind: constant("dashboard"), rail, share })),
  weighted(1, fc.record({ kind: constant("applied"), rail, amount, isWhole: fc.boolean() })),
  weighted(2, fc.record({ kind: constant("order refund"), rail })),
  weighted(1, fc.record({ kind: constant("captured twice"), rail, amount })),
  weighted(1, fc.record({ kind: constant("not captured"), rail, amount })),
  weighted(1, fc.record({ kind: constant("capture alone"), rail, amount })),
  weighted(1, fc.record({ kind: constant("forgotten surplus"), rail, amount })),
  weighted(1, fc.record({ kind: constant("no transaction"), rail, amount })),
  weighted(1, fc.record({ kind: constant("payout missing"), rail, amount })),
  weighted(4, fc.record({ kind: constant("wait"), seconds: fc.integer({ min: 1, max: 90 }) }))
)

/** Events of some hours; the same seed gives the same hours. */
export function randomDay(seed: number, happenings: number): Happening[] {
  return fc.sample(happening, { seed, numRuns: happenings })
}
