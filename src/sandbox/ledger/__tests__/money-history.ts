import * as fc from "fast-check"
import { KNOWN_PLANS, type KnownPlan } from "../../../gateway/contract"
import { TOP_UP_PACKS_USD } from "../../billing/purchases"

/** A small number picks one of the objects that exist at that moment; it wraps around. */
type Pick = number

/** Payout of an invoice: none, recipients of everything, or recipients of a part. */
export type Payout = "none" | "whole" | "part" | "route"

/**
 * One step of a history. A step that is impossible at that moment is refused, which is part of the history.
 */
export type Happening =
  | { kind: "invoice"; rail: Pick; amount: string; payout: Payout }
  | { kind: "sale"; rail: Pick; amount: string; payout: Payout; surplus: boolean }
  | { kind: "pay"; invoice: Pick; amount: string | undefined; isWrongAsset: boolean }
  | { kind: "settle" | "fail" | "expire" | "cancel" | "reorg"; invoice: Pick }
  | { kind: "withdraw"; rail: Pick; percent: number; isByHand: boolean; destination: Pick }
  | { kind: "fail withdrawal"; withdrawal: Pick }
  | { kind: "reject"; destination: Pick }
  | { kind: "top up"; usd: string }
  | { kind: "change plan"; plan: KnownPlan }
  | { kind: "spend gas"; usd: string }
  | { kind: "intent"; customer: Pick; rail: Pick; amount: string }
  | { kind: "deposit"; customer: Pick; rail: Pick; amount: string; isUnlisted: boolean }
  | { kind: "treasury"; memo: Pick; amount: string; isUnlisted: boolean }
  | { kind: "assign"; deposit: Pick; intent: Pick }
  | { kind: "accept" | "refund" | "failing refund"; deposit: Pick }
  | { kind: "wait"; ms: number }

const pick = fc.nat(6)
const amount = fc.constantFrom("0.11", "1.234567", "7", "50", "100.000001")
/** Mostly around one amount, so that intents match deposits; otherwise dust and amounts below the fee. */
const sent = fc.constantFrom("9.9", "9.95", "10", "10", "10.1", "0.001", "0.03", "0.08")
const payout = fc.constantFrom<Payout>("none", "none", "whole", "part", "route")
const paid = fc.option(amount, { nil: undefined, freq: 3 })
const isWrongAsset = fc.integer({ min: 0, max: 7 }).map((number) => number === 0)
const isUnlisted = isWrongAsset
const resolutions = fc.constantFrom("accept", "refund", "failing refund")
const kinds = fc.constantFrom("settle", "settle", "fail", "fail", "expire", "cancel", "reorg")
const ms = fc.constantFrom(400, 2_000, 5_000, 5_000, 31_000, 6 * 86_400_000)
const percent = fc.constantFrom(1, 20, 60, 60, 100, 101)
const weighted = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary })

const happening: fc.Arbitrary<Happening> = fc.oneof(
  weighted(3, fc.record({ kind: fc.constant("invoice"), rail: pick, amount, payout })),
  weighted(6, fc.record({ kind: fc.constant("sale"), rail: pick, amount, payout, surplus: fc.boolean() })),
  weighted(5, fc.record({ kind: fc.constant("pay"), invoice: pick, amount: paid, isWrongAsset })),
  weighted(6, fc.record({ kind: kinds, invoice: pick })),
  weighted(
    9,
    fc.record({
      ...{ kind: fc.constant("withdraw"), rail: pick, percent, isByHand: fc.boolean(), destination: pick },
    })
  ),
  weighted(2, fc.record({ kind: fc.constant("fail withdrawal"), withdrawal: pick })),
  weighted(1, fc.record({ kind: fc.constant("reject"), destination: pick })),
  weighted(1, fc.record({ kind: fc.constant("top up"), usd: fc.constantFrom(...TOP_UP_PACKS_USD) })),
  weighted(1, fc.record({ kind: fc.constant("change plan"), plan: fc.constantFrom(...KNOWN_PLANS) })),
  weighted(1, fc.record({ kind: fc.constant("spend gas"), usd: fc.constantFrom("1", "9.95", "10") })),
  weighted(4, fc.record({ kind: fc.constant("intent"), customer: pick, rail: pick, amount: sent })),
  weighted(
    8,
    fc.record({ kind: fc.constant("deposit"), customer: pick, rail: pick, amount: sent, isUnlisted })
  ),
  weighted(2, fc.record({ kind: fc.constant("treasury"), memo: pick, amount: sent, isUnlisted })),
  weighted(3, fc.record({ kind: fc.constant("assign"), deposit: pick, intent: pick })),
  weighted(4, fc.record({ kind: resolutions, deposit: pick })),
  weighted(8, fc.record({ kind: fc.constant("wait"), ms }))
)

/** Histories of money that arrives, is reviewed, is split, waits, is paid out, and returns. */
export const histories = fc.array(happening, { minLength: 15, maxLength: 80, size: "max" })
