import type { Invoice } from "../../../gateway/contract"
import {
  addressChange,
  decideEarlierReading,
  decideReading,
  findAddressRefusal,
  isInReview,
  isSameAddress,
  keepsOrder,
  type KnownMoney,
} from "../invoice-reading"
import type { PaymentFacts, PaymentState } from "../payment-status"
import { expectedPayment, NO_KNOWN_MONEY, paidInvoice } from "./settlement-samples"

const NOW = new Date("2026-01-02T03:04:05.000Z")
const read = (change: Partial<PaymentFacts>, invoice: Partial<Invoice>) => {
  const payment: PaymentFacts = { ...expectedPayment, state: "awaiting", ...change }
  const found = { ...paidInvoice, ...invoice }
  return {
    reading: decideReading(payment, found, { bounds: { maxShortfallBps: 200 }, now: NOW }),
    earlier: decideEarlierReading(payment, found, NOW),
  }
}
const decide = (...given: Parameters<typeof read>) => read(...given).reading

const confirming = { state: "confirming", gateway_status: "confirming", received_amount: "12.5" } as const
const settled = {
  state: "settled",
  gateway_status: "paid",
  received_amount: "12.5",
  settled_at: NOW,
} as const
const captured = { ...settled, state: "captured" } as const
const expired = { state: "expired", gateway_status: "expired" } as const
const heldPart = { ...expired, state: "unallocated", unallocated_reason: "partial_payment" } as const
const held = { ...settled, state: "unallocated", unallocated_reason: "order_cancelled" } as const

type Row = [string, Partial<PaymentFacts>, Partial<Invoice>, object]

// A transfer that a reorganization undid must not become a refund.
test.each<[string, PaymentState]>([
  ["pending", "awaiting"],
  ["expired", "expired"],
  ["failed", "failed"],
  ["cancelled", "cancelled"],
])(
  "money of an invoice that is then %s, without an amount, is gone until it is captured",
  (status, state) => {
    const gone = { state, received: { received_amount: null } }
    const { reading, earlier } = read(confirming, { status })
    expect(reading).toMatchObject(gone)
    expect(earlier).toMatchObject(gone)
    const contradiction = { found: null, change: "none" }
    expect(decide(settled, { status })).toMatchObject({
      ...gone,
      trouble: null,
      settledAt: "none",
      contradiction,
    })
  }
)

test("an unknown status moves nothing, except that the invoice is open", () => {
  for (const [state, next] of [["opening", "awaiting"] as const, ["confirming", "confirming"] as const])
    expect(decide({ state }, { status: "frozen" }).state).toBe(next)
})

test("money that stays confirming, and a part of an invoice that expires, keep their amount when none is reported", () => {
  expect(decide(confirming, { status: "confirming" }).received).toStrictEqual({})
  expect(decide({ received_amount: "4" }, { status: "expired" }).received).toStrictEqual({})
  expect(decide(settled, {}).received).toStrictEqual({})
})

test.each<[string, Partial<PaymentFacts>, string, boolean]>([
  ["begins to confirm", {}, "confirming", true],
  ["confirms still", confirming, "confirming", false],
  ["is open again", confirming, "pending", false],
  ["stays open", {}, "pending", false],
])("an invoice that %s is news of a transfer, or not", (_, change, status, isNowConfirming) => {
  const { reading, earlier } = read(change, { status })
  expect([reading.isNowConfirming, earlier.isNowConfirming]).toEqual([isNowConfirming, isNowConfirming])
})

test("settled money of an earlier attempt in another asset is looked up by a person", () => {
  const other = { received: { received_amount: null, implausible_amount: "13" } }
  expect(read({}, { token: "USDT", receivedAmount: "13" }).earlier).toMatchObject(other)
  expect(read({}, { receivedAmount: "12.5" }).earlier.received).toMatchObject({ received_amount: "12.5" })
  const open = read({}, { token: "USDT", status: "pending", receivedAmount: "13" }).earlier
  expect(open.received).toMatchObject({ received_amount: "13", implausible_amount: null })
})

describe("money that the service calls settled", () => {
  const underpaid = { state: "unallocated", attemptState: "settled", trouble: "underpaid", settledAt: "now" }
  const absurd = {
    ...{ state: "unallocated", trouble: "implausible_amount" },
    received: { received_amount: null, implausible_amount: "12500000" },
  }
  const unreported = { state: "settled", received: { received_amount: null } }
  const completed = { state: "settled", isCompleted: true, settledAt: "now" }
  const exact = { received: { received_amount: "12.5" } }

  test.each<Row>([
    ["at the bound settles", {}, { receivedAmount: "12.25" }, { state: "settled", settledAt: "now" }],
    ["below the bound is held", {}, { receivedAmount: "12.249999" }, underpaid],
    ["of nothing is held", {}, { receivedAmount: "0" }, underpaid],
    ["in another asset is held", {}, { token: "USDT" }, { trouble: "asset_mismatch" }],
    ["in another amount is held", {}, { amount: "1" }, { trouble: "amount_mismatch" }],
    ["after an expiry settles", expired, {}, { state: "settled", trouble: null }],
    ["a second time keeps its moment", settled, {}, { state: "settled", settledAt: "same" }],
    ["in base units is held, and the amount is not kept", {}, { receivedAmount: "12500000" }, absurd],
    ["unreported is not what a part was", { received_amount: "5" }, {}, unreported],
    ["loses digits beyond the token's decimals", {}, { receivedAmount: "12.5000009" }, exact],
    [
      "completes a part that is held",
      { ...heldPart, received_amount: "6", settled_at: new Date(0) },
      { receivedAmount: "12.5" },
      completed,
    ],
    [
      "is not there while the rest of a part is missing",
      heldPart,
      { status: "pending" },
      { state: "unallocated", isCompleted: false },
    ],
    ["completes no decided part", { ...heldPart, resolution: "keep" }, {}, { isCompleted: false }],
    ["moves no other money in review", held, {}, { state: "unallocated", isCompleted: false }],
  ])("%s", (_, change, invoice, reading) => {
    expect(decide(change, invoice)).toMatchObject(reading)
  })
})

describe("what is read after the capture", () => {
  test.each(["pending", "confirming", "failed", "frozen"])("as %s contradicts it, which stays", (status) => {
    const contradiction = { found: status, change: "begin" }
    expect(decide(captured, { status })).toMatchObject({ state: "captured", contradiction })
    expect(decide(held, { status })).toMatchObject({ state: "unallocated", contradiction })
  })

  const foreign = { ...held, unallocated_reason: "asset_mismatch" }
  const contradicted = { ...captured, contradiction: "failed" }
  const reviewed = { ...captured, contradiction: "pending", contradiction_ended_at: NOW }
  const long = "x".repeat(300)
  const unassigned = { autoDepositAssignmentStatus: "matched", externalOrderId: "payses_2" }
  test.each<Row>([
    [
      "as paid for another session",
      { ...captured, kind: "auto_deposit" },
      unassigned,
      { found: "unassigned", change: "begin" },
    ],
    ["in another asset", captured, { token: "USDT" }, { found: "asset_mismatch", change: "begin" }],
    [
      "as short as before",
      { ...captured, received_amount: "1" },
      { receivedAmount: "1" },
      { change: "none" },
    ],
    [
      "the same again, of a part that never settled",
      { ...heldPart, contradiction: "failed" },
      { status: "failed" },
      { found: "failed", change: "none" },
    ],
    ["by a long word", captured, { status: long }, { found: long.slice(0, 200), change: "begin" }],
    ["below the bound", captured, { receivedAmount: "1" }, { found: "underpaid", change: "begin" }],
    ["the same again", contradicted, { status: "failed" }, { change: "none" }],
    ["otherwise than before", contradicted, { status: "pending" }, { found: "pending", change: "update" }],
    ["as paid again", contradicted, {}, { found: null, change: "end" }],
    ["otherwise than was reviewed", reviewed, { status: "failed" }, { found: "failed", change: "begin" }],
    ["of a part that never settled", heldPart, { status: "pending" }, { found: null, change: "none" }],
    ["in another asset, which it is held for", foreign, { token: "USDT" }, { found: null, change: "none" }],
  ])("%s", (_, change, invoice, contradiction) => {
    expect(decide(change, invoice)).toMatchObject({ contradiction })
  })

  test("in base units leaves the amount as it was, and a plausible amount replaces it", () => {
    const absurd = decide(captured, { status: "overpaid", receivedAmount: "12500000" })
    expect(absurd.received).toEqual({ implausible_amount: "12500000" })
    expect(absurd.contradiction).toEqual({ found: null, change: "none" })
    const corrected = decide(captured, { status: "overpaid", receivedAmount: "13" })
    expect(corrected.received).toEqual({ received_amount: "13", implausible_amount: null })
  })
})

describe("a part", () => {
  test.each(["expired", "failed", "cancelled"] as const)("of an invoice that %s is held", (status) => {
    const reading = { state: "unallocated", trouble: "partial_payment", settledAt: "now" }
    expect(decide({}, { status, receivedAmount: "3" })).toMatchObject(reading)
    expect(decide({ state: status }, { status, receivedAmount: "1.25" })).toMatchObject(reading)
    // Medusa may have captured it: the settlement decides, and it is held by the next reading.
    expect(decide(settled, { status, receivedAmount: "3" })).toMatchObject({ state: status, trouble: null })
  })

  test.each(["0", "0.000", undefined])("of %s is none", (receivedAmount) => {
    const none = { state: "expired", trouble: null }
    expect(decide({}, { status: "expired", receivedAmount })).toMatchObject(none)
  })

  test("of an invoice that is open stays open", () => {
    const open = { state: "awaiting", trouble: null }
    expect(decide({ state: "opening" }, { status: "pending", receivedAmount: "3" })).toMatchObject(open)
  })

  test("of an invoice that is open again stays open, because the rest may follow", () => {
    const open = { state: "expired", trouble: null, received: { received_amount: "1.25" } }
    expect(decide(expired, { status: "pending", receivedAmount: "1.25" })).toMatchObject(open)
  })

  test("is stored when it is first seen, and reported when it grows, until a person has decided", () => {
    const columns = (change: Partial<PaymentFacts>, receivedAmount: string) =>
      decide(change, { status: "pending", receivedAmount }).received
    expect(columns({}, "6")).toMatchObject({ part_seen_at: NOW, largest_part_amount: "6" })
    const seen = { part_seen_at: NOW, largest_part_amount: "6" }
    const none = { implausible_amount: null }
    expect(columns(seen, "6")).toEqual({ ...none, received_amount: "6" })
    expect(columns(seen, "7")).toEqual({ ...none, received_amount: "7", largest_part_amount: "7" })
    expect(columns({ ...seen, resolution: "keep" }, "7")).toEqual({ ...none, received_amount: "7" })
  })
})

test("captured and held money is not raised by money that only confirms, and a reorganization leaves it as it was", () => {
  const amounts = (payment: Partial<PaymentFacts>, status: string, receivedAmount?: string) =>
    decide(payment, { status, ...(receivedAmount === undefined ? {} : { receivedAmount }) }).received
  for (const payment of [
    captured,
    { ...heldPart, received_amount: "4" },
    { ...held, received_amount: null },
  ]) {
    expect(amounts(payment, "confirming", "14")).toEqual({})
    expect(amounts({ ...payment, gateway_status: "confirming" }, "pending")).toEqual({})
    expect(amounts(payment, "overpaid", "14")).toMatchObject({ received_amount: "14" })
    expect(amounts(payment, "pending", "13")).toMatchObject({ received_amount: "13" })
    expect(amounts(payment, "confirming", "0")).toMatchObject({ received_amount: "0" })
  }
  expect(amounts(captured, "confirming", "7")).toMatchObject({ received_amount: "7" })
  // Without a decision nothing can be paid back yet, and the payer reads how much is on its way.
  expect(amounts(confirming, "confirming", "14")).toMatchObject({ received_amount: "14" })
})

describe("a deposit's invoice", () => {
  const intent = { kind: "auto_deposit" } as const
  const matched = { autoDepositAssignmentStatus: "matched", externalOrderId: "payses_1" }

  test("that is paid and not assigned to the payment changes nothing", () => {
    const other = { ...matched, externalOrderId: "payses_2" }
    expect(decide(intent, other)).toMatchObject({ state: "awaiting", settledAt: "same" })
  })

  test.each(["awaiting", "superseded", "opening", "failed"] as const)(
    "that is matched settles a payment that is %s, with its own amount where none is reported",
    (state) => {
      const reading = decide({ ...intent, state }, { ...matched, amount: "12.4" })
      expect(reading).toMatchObject({ state: "settled", received: { received_amount: "12.4" } })
    }
  )

  test("nothing counts as received for a deposit's invoice before it is settled", () => {
    for (const status of ["confirming", "failed"])
      expect(decide(intent, { ...matched, status }).received).toEqual({})
  })
})

/** What each record means: whether the payer reads that it arrived, and whether it keeps the order for a person. */
const RECORDS = {
  hasPart: [false, false],
  hasDeposit: [true, true],
  hasDepositOfSibling: [false, true],
  hasAcceptedDeposit: [true, false],
  hasTransaction: [true, true],
} as const satisfies Record<keyof KnownMoney, readonly boolean[]>

test.each(Object.entries(RECORDS))("money by %s is in review, and keeps its order: %j", (record, means) => {
  const known = { ...NO_KNOWN_MONEY, [record]: true }
  expect([isInReview(known), keepsOrder(known)]).toEqual(means)
  expect([isInReview(NO_KNOWN_MONEY), keepsOrder(NO_KNOWN_MONEY)]).toEqual([false, false])
})

const EVM = "0x52908400098527886E0F7030069857D2E4169EE7"
const SOL = "11111111111111111111111111111112"
const STELLAR = "GDUKMGUGDZQK6YHYA5Z6AY2G4XDSZPSZ3SW5UN3ARVMO6QSRDWP5YLEX"

describe("the address of an invoice", () => {
  const evm = { chain: "evm", deposit_address: EVM, memo: null }
  const stellar = { chain: "stellar", deposit_address: STELLAR, memo: "42" }

  it.each([
    ["evm", { depositAddress: EVM }, null],
    ["evm", { depositAddress: EVM.toLowerCase() }, null],
    ["evm", { depositAddress: EVM.replace("E7", "e7") }, "unusable"],
    ["evm", { depositAddress: SOL }, "unusable"],
    ["evm", { depositAddress: `${EVM}\n` }, "unusable"],
    ["evm", { depositAddress: EVM, memoId: "42" }, "unusable"],
    ["sol", { depositAddress: SOL }, null],
    ["sol", { depositAddress: EVM }, "unusable"],
    ["stellar", { depositAddress: STELLAR, memoId: "42" }, null],
    ["stellar", { depositAddress: STELLAR }, null],
    ["stellar", { depositAddress: STELLAR, receiveMode: "memo_required" }, "memo_unclear"],
    ["stellar", { depositAddress: STELLAR, receiveMode: "dedicated_address" }, null],
    ["stellar", { depositAddress: STELLAR, memoId: "42", memo: { value: "43" } }, "memo_unclear"],
    ["stellar", { depositAddress: STELLAR, memoId: "42", memo: { value: "42" } }, null],
    ["stellar", { depositAddress: STELLAR, memo: { value: "42" } }, null],
    ["stellar", { depositAddress: STELLAR, memoId: "42", receiveMode: "memo_required" }, null],
    ["stellar", { depositAddress: EVM, memoId: "42" }, "unusable"],
    ["newchain", { depositAddress: "any-form_of.address" }, null],
    ["newchain", { depositAddress: "x".repeat(201) }, "unusable"],
    ["newchain", { depositAddress: "a\u202Eb" }, "unusable"],
    ["newchain", { depositAddress: "" }, "unusable"],
    ["evm", {}, null],
  ] as const)("on %s, that was not shown yet, with %j is refused as %p", (chain, invoice, refusal) => {
    expect(findAddressRefusal(invoice, { chain, deposit_address: null, memo: null })).toBe(refusal)
  })

  it.each([
    [{ depositAddress: EVM }, evm, null],
    [{ depositAddress: EVM.toLowerCase() }, evm, null],
    [{}, evm, null],
    [{ depositAddress: "0x8617E340B3D01FA5F11F306F4090FD50E238070D" }, evm, "changed"],
    [{ depositAddress: EVM, memoId: "42" }, evm, "changed"],
    [{ depositAddress: STELLAR, memo: { value: "43" } }, stellar, "changed"],
    [{ depositAddress: STELLAR, memoId: "42" }, stellar, null],
    [{ depositAddress: STELLAR }, stellar, null],
  ])("%j, whose payer has seen %j, is refused as %p", (invoice, seen, refusal) => {
    expect(findAddressRefusal(invoice, seen)).toBe(refusal)
  })

  const none = { ...evm, deposit_address: null }
  const refusedAs = (address_refusal: string) => ({ address_refused_at: NOW, address_refusal })
  it.each([
    ["is written", none, null, { depositAddress: EVM }, { deposit_address: EVM, memo: null }],
    [
      "is written with its memo",
      { ...none, chain: "stellar" },
      null,
      { depositAddress: STELLAR, memoId: "42" },
      { deposit_address: STELLAR, memo: "42" },
    ],
    ["is not there yet", none, null, {}, {}],
    ["is written once", evm, null, { depositAddress: EVM.toLowerCase() }, {}],
    ["is refused", none, null, { depositAddress: SOL }, refusedAs("unusable")],
    ["is refused once", none, new Date(0), { depositAddress: SOL }, {}],
    ["is refused when another was shown", evm, null, { depositAddress: SOL }, refusedAs("changed")],
    ["is refused once when another was shown", evm, new Date(0), { depositAddress: SOL }, {}],
  ] as const)("%s", (_, shown, address_refused_at, invoice, change) => {
    expect(addressChange({ ...shown, address_refused_at }, invoice, NOW)).toEqual(change)
  })

  it("has a checksum in the case of its letters on EVM, and elsewhere they are part of it", () => {
    expect(isSameAddress("evm", "0xAB", "0xab")).toBe(true)
    expect(isSameAddress("sol", "AB", "ab")).toBe(false)
  })
})
