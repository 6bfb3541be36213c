import type { Withdrawal } from "../../../gateway/contract"
import {
  afterFee,
  doubtAboutAbsence,
  isWholeAmount,
  type LostWithdrawal,
  type PayoutEvidence,
  type ReasonAgainstBeing,
  reasonAgainstBeing,
  signAgainstAbsence,
} from "../payout-evidence"

const proof: PayoutEvidence = {
  ...{ found: null, mayBe: [], isListed: false, isReadable: true },
  ...{ isLookupProven: true, shortAfterRows: null, isComplete: true },
}

describe("absence", () => {
  test("is proven by a whole list without a trace of the payout and a lookup that works", () => {
    expect(doubtAboutAbsence(proof)).toBeNull()
  })

  test.each<[Partial<PayoutEvidence>, doubt: object]>([
    [{ found: { id: "wd_2" } }, { code: "found", id: "wd_2" }],
    [{ isListed: true }, { code: "listed" }],
    [{ isReadable: false }, { code: "unreadable" }],
    [{ isLookupProven: false, mayBe: ["wd_1"] }, { code: "lookup_unproven" }],
    [{ mayBe: ["wd_1", "wd_2"] }, { code: "may_be", ids: ["wd_1", "wd_2"] }],
    [
      { isComplete: false, shortAfterRows: 100 },
      { code: "list_short", rows: 100 },
    ],
    [{ isComplete: false }, { code: "list_unread" }],
  ])("is not proven with %j", (change, doubt) => {
    expect(doubtAboutAbsence({ ...proof, ...change })).toEqual(doubt)
  })

  test.each([
    ["accepted", { code: "accepted" }],
    ["CONFLICT", { code: "conflict", answerCode: "CONFLICT" }],
    ["calling", null],
    ["unanswered", null],
    [null, null],
  ])("is not an option for an operator after %j", (code, sign) => {
    expect(signAgainstAbsence(code)).toEqual(sign)
  })
})

test.each([
  ["10", true],
  ["10.00", true],
  ["9.95", true],
  ["9.9", false],
  ["0.5", false],
  [null, false],
])("of 10 with 9.95 after the fee, %s is the whole: %s", (left, isWhole) => {
  expect(isWholeAmount(left, { amount: "10", quote_fee: "0.05" })).toBe(isWhole)
})

test.each([
  ["0.05", "9.95"],
  ["10", "0"],
  ["10.01", null],
  [null, null],
])("of 10 after a fee of %s arrives %s, and nothing else is the whole", (quote_fee, rest) => {
  expect(afterFee("10", quote_fee)).toBe(rest)
  expect(isWholeAmount("9.9", { amount: "10", quote_fee })).toBe(false)
})

describe("a withdrawal of the service", () => {
  const SENT_AT = "2026-01-02T10:00:00.000Z"
  const ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7"
  const same = { chain: "evm", token: "USDC", amount: "1000" }
  const ours: LostWithdrawal = {
    ...{ ...same, id: "ocwd_1", network_id: "base-mainnet", canonical_asset_id: null },
    ...{ destination_address: ADDRESS, destination_memo: "", first_sent_at: new Date(SENT_AT) },
  }
  const fitting: Withdrawal = {
    ...{ ...same, id: "wd_1", status: "processing", networkId: "base-mainnet" },
    ...{ destinationAddress: ADDRESS, createdAt: SENT_AT },
  }
  const named = { clientReference: "ocwd_1" }

  test.each<[string, Partial<Withdrawal>, "pending" | "failed", ReasonAgainstBeing | null]>([
    ["amount, destination and time", {}, "pending", null],
    ["a time within what clocks differ", { createdAt: "2026-01-02T09:01:00.000Z" }, "pending", null],
    ["a time at that limit", { createdAt: "2026-01-02T09:00:00.000Z" }, "pending", null],
    ["a time beyond it", { createdAt: "2026-01-02T08:59:59.999Z" }, "pending", { code: "made_before" }],
    ["no time", { createdAt: undefined }, "pending", null],
    ["our reference alone", { ...named, amount: undefined, destinationAddress: undefined }, "pending", null],
    ["our reference, and failed", named, "failed", null],
    ["all else, and failed", {}, "failed", { code: "failed" }],
    ["another reference", { clientReference: "ocwd_2" }, "pending", { code: "other_reference" }],
    ["an invoice", { invoiceId: "inv_1" }, "pending", { code: "of_an_invoice" }],
    ["another amount", { amount: "999" }, "pending", { code: "differs", difference: ["amount"] }],
    ["a time before", { createdAt: "2025-12-26T10:00:00.000Z" }, "pending", { code: "made_before" }],
    ["no amount", { amount: undefined }, "pending", { code: "incomparable" }],
    ["no destination", { destinationAddress: undefined }, "pending", { code: "incomparable" }],
  ])("that reports %s can be ours, or cannot: %s", (_, change, phase, reason) => {
    expect(reasonAgainstBeing(ours, { ...fitting, ...change }, phase)).toEqual(reason)
  })

  test("of any time can be one of ours whose sending was not recorded", () => {
    const early = { ...fitting, createdAt: "2020-01-01T00:00:00.000Z" }
    expect(reasonAgainstBeing({ ...ours, first_sent_at: null }, early, "pending")).toBeNull()
  })
})
