import fc from "fast-check"

/** A small number picks one of the objects that exist at that moment; it wraps around. */
type Pick = number

/**
 * One step of a history. A step that is impossible at that moment is refused, which is part of the history.
 */
export type Happening =
  | { kind: "intent"; customer: Pick; rail: Pick; amount: string }
  | { kind: "deposit"; customer: Pick; rail: Pick; amount: string; isUnlisted: boolean }
  | { kind: "treasury"; memo: Pick; amount: string; isUnlisted: boolean }
  | { kind: "invoice"; rail: Pick; amount: string }
  | { kind: "pay"; invoice: Pick; amount: string; isMisdirected: boolean }
  | { kind: "cancel" | "fail"; invoice: Pick }
  /** Assigns to the picked intent, or opens one for it. */
  | { kind: "assign"; deposit: Pick; intent: Pick | undefined }
  | { kind: "accept" | "refund" | "failing refund"; deposit: Pick }
  | { kind: "wait"; ms: number }

const pick = fc.nat(5)
/** Mostly around one amount, so that intents match deposits; otherwise dust and amounts below the fee. */
const amount = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("9.9", "9.95", "10", "10.1") },
  { weight: 1, arbitrary: fc.constantFrom("0.001", "0.03", "0.08", "0.5", "20") }
)
const isUnlisted = fc.integer({ min: 0, max: 5 }).map((number) => number === 0)
const isMisdirected = isUnlisted
const ms = fc.constantFrom(500, 5_000, 60_000)

const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("intent"), customer: pick, rail: pick, amount }) },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant("deposit"), customer: pick, rail: pick, amount, isUnlisted }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("treasury"), memo: pick, amount, isUnlisted }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("invoice"), rail: pick, amount }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("pay"), invoice: pick, amount, isMisdirected }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom("cancel", "fail"), invoice: pick }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("assign"),
      deposit: pick,
      intent: fc.option(pick, { nil: undefined }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constantFrom("accept", "refund", "failing refund"), deposit: pick }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("wait"), ms }) }
)

/** Histories of money that arrives, is reviewed, and is returned. */
export const histories = fc.array(happening, { minLength: 10, maxLength: 40, size: "max" })
