import fc from "fast-check"
import { formatAmount } from "../../../gateway/amount"
import type { Invoice } from "../../../gateway/contract"
import { PAYMENT_STATES, type PaymentFacts } from "../payment-status"
import { decideReview, decideSettlement, isOutdated, isSettledFor, type SessionFacts } from "../settlement"
import {
  cancelledOrder,
  completedCart,
  expectedPayment,
  facts,
  liveOrder,
  openCart,
  paidInvoice,
} from "./settlement-samples"

const decide = (
  invoice: Partial<Invoice>,
  session: Partial<SessionFacts> = {},
  payment: Partial<PaymentFacts> = {}
) => decideSettlement({ ...paidInvoice, ...invoice }, { ...expectedPayment, ...payment }, facts(session))

const capture = { kind: "capture_order", orderId: "order_1" }
const complete = { kind: "complete_cart", cartId: "cart_1" }
const record = { kind: "record_captured", orderId: "order_1" }
const wait = { kind: "wait" }
const aside = (reason: string) => ({ kind: "unallocated", reason })

describe("a paid invoice", () => {
  const SESSIONS = ["alive", "captured", "dead", "deleted", "missing"] as const
  const always = {
    ...{ dead: aside("session_dead"), deleted: aside("session_deleted") },
    missing: { kind: "retry" },
  }
  const cancelled = aside("order_cancelled")
  const gone = aside("cart_gone")
  const TABLE = [
    { order: liveOrder, carts: [completedCart, openCart, null], alive: capture, captured: record },
    {
      ...{ order: cancelledOrder, carts: [completedCart, openCart, null] },
      ...{ alive: cancelled, captured: record, dead: cancelled },
    },
    { order: null, carts: [openCart], alive: complete, captured: complete },
    { order: null, carts: [completedCart, null], alive: gone, captured: gone },
  ]
  const CASES = TABLE.flatMap(({ order, carts, ...ends }) =>
    carts.flatMap((cart) =>
      SESSIONS.map((session) => ({ session, order, cart, end: { ...always, ...ends }[session] }))
    )
  )

  test.each(CASES)("of session $session, order $order, cart $cart: $end", ({ end, ...given }) => {
    expect(decide({}, given)).toEqual(end)
    expect(decide({ status: "overpaid" }, given)).toEqual(end)
  })

  test("has exactly that status; any other status waits, unless Medusa has captured the payment, which is recorded", () => {
    const words = ["pending", "confirming", "expired", "failed", "cancelled", "underpaid", "PAID", "refunded"]
    const others = fc.string().filter((status) => status !== "paid" && status !== "overpaid")
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom(...words), others), (status) => {
        for (const { session, order, cart } of CASES) {
          const isBooked = session === "captured" && order !== null
          expect(decide({ status }, { session, order, cart })).toEqual(isBooked ? record : wait)
        }
      })
    )
  })

  test("is held in another currency than its order or cart, also when Medusa has captured it", () => {
    for (const { session, order, cart } of CASES)
      expect(decide({}, { session, order, cart, misfit: "other_currency" })).toEqual(
        aside("total_not_covered")
      )
  })

  test("whose refund core has recorded is never held too", () => {
    for (const { session, order, cart } of CASES) {
      const owed = { kind: "record_captured", orderId: order?.id ?? null }
      expect(decide({}, { session, order, cart, isRefundDue: true })).toEqual(owed)
    }
  })

  test("stays held once it is, unless Medusa has captured it for an order and no user has decided", () => {
    const held = { state: "unallocated" } as const
    for (const { session, order, cart } of CASES) {
      const given = { session, order, cart }
      const isBooked = session === "captured" && order !== null
      expect(decide({}, given, held)).toEqual(isBooked ? record : wait)
      expect(decide({}, given, { ...held, resolution: "keep" })).toEqual(wait)
      expect(decide({}, { ...given, misfit: "other_currency" }, held)).toEqual(wait)
    }
  })

  test("that is held while core owes it back is not owed back twice", () => {
    const held = { state: "unallocated" } as const
    for (const { session, order, cart } of CASES) {
      const given = { session, order, cart, isRefundDue: true }
      const owed = { kind: "record_captured", orderId: order?.id ?? null }
      expect(decide({}, given, held)).toEqual(owed)
      expect(decide({}, given, { ...held, resolution: "refund_due" })).toEqual(wait)
    }
  })
})

describe("money for an order that another payment holds", () => {
  const CARTS = [openCart, completedCart, null]

  test("and has captured is a refund due immediately, whatever happened to its session", () => {
    for (const session of ["alive", "dead", "deleted"] as const)
      for (const cart of CARTS)
        expect(decide({}, { session, cart, paidElsewhere: "captured" })).toEqual({
          ...aside("already_paid"),
          isOwedBack: true,
        })
  })

  test("is held for review while there is no order, or while the other payment is only authorized", () => {
    for (const order of [liveOrder, null])
      for (const cart of CARTS) {
        const given = { order, cart, paidElsewhere: order ? "authorized" : "captured" } as const
        expect(decide({}, given)).toEqual(aside("already_paid"))
      }
  })
})

test("a cancelled order holds money for review, also when another payment was captured for it", () => {
  const cancelled = { order: cancelledOrder, paidElsewhere: "captured" } as const
  expect(decide({}, cancelled)).toEqual(aside("order_cancelled"))
})

test.each([
  ["is recorded once", "failed", null, "record"],
  ["by a second user keeps the first", "failed", new Date(0), "repeat"],
  ["needs a contradiction", null, null, "nothing_to_review"],
] as const)("a review %s", (_, contradiction, contradiction_ended_at, decision) => {
  expect(decideReview({ contradiction, contradiction_ended_at })).toBe(decision)
})

test.each([
  ["missing", aside("total_not_covered")],
  ["exceeds", capture],
] as const)("a session that is for another amount (%s) places no order", (misfit, onOrder) => {
  expect(decide({}, { order: null, cart: openCart, misfit })).toEqual(aside("total_not_covered"))
  expect(decide({}, { misfit })).toEqual(onOrder)
})

test("money that is split for other items than its cart or order holds is held, unless it is booked", () => {
  const misfit = "other_items"
  expect(decide({}, { misfit })).toEqual(aside("items_changed"))
  expect(decide({}, { order: null, cart: openCart, misfit })).toEqual(aside("items_changed"))
  expect(decide({}, { session: "captured", order: null, cart: openCart, misfit })).toEqual(
    aside("items_changed")
  )
  expect(decide({}, { session: "captured", misfit })).toEqual(record)
})

test.each(PAYMENT_STATES.filter((state) => state !== "unallocated"))(
  "the canonical invoice decides even when our own row is still %s",
  (state) => {
    expect(decide({}, {}, { state })).toEqual(capture)
  }
)

test("a reading is outdated where another process has recorded another one", () => {
  expect(isOutdated(paidInvoice, { gateway_status: "paid" })).toBe(false)
  for (const gateway_status of [null, "confirming", "expired"])
    expect(isOutdated(paidInvoice, { gateway_status })).toBe(true)
})

describe("an invoice beside the payment that expects it", () => {
  const wrongAsset = aside("asset_mismatch")
  const wrongAmount = aside("amount_mismatch")
  const large = "9007199254740993.000000000000000001"
  const stellar = { chain: "stellar", networkId: "stellar-mainnet" }
  const issued = { ...stellar, canonicalAssetId: "stellar:USDC:GISSUER" }
  const minted = { chain: "sol", networkId: "sol-mainnet", canonicalAssetId: "sol:USDC:Mint" }
  const row = ({ chain, networkId: network_id, canonicalAssetId: canonical_asset_id }: typeof issued) => ({
    ...{ chain, network_id, canonical_asset_id },
  })

  test.each<[string, Partial<Invoice>, Partial<PaymentFacts>, object]>([
    ["of another chain", { chain: "sol" }, {}, wrongAsset],
    ["of another network", { networkId: "eth-mainnet" }, {}, wrongAsset],
    ["of another token", { token: "USDT" }, {}, wrongAsset],
    ["of the same token in other letters", { token: "usdc" }, {}, wrongAsset],
    ["of another invoice", { id: "inv_2" }, {}, wrongAsset],
    ["of a payment without an invoice", {}, { gateway_invoice_id: null }, wrongAsset],
    ["over less", { amount: "12.49999999" }, {}, wrongAmount],
    ["over more", { amount: "12.500001" }, {}, wrongAmount],
    ["over nothing", { amount: "0" }, {}, wrongAmount],
    ["over the same amount in other digits", { amount: "12.500000000000000000" }, {}, capture],
    ["over more digits than a float holds", { amount: large }, { expected_amount: large }, capture],
    [
      "off in the last of them",
      { amount: large.replace(/1$/, "2") },
      { expected_amount: large },
      wrongAmount,
    ],
    ["of the issuer", issued, row(issued), capture],
    ["of the issuer, with another label", { ...issued, token: "Dollar" }, row(issued), capture],
    ["of another issuer", { ...issued, canonicalAssetId: "stellar:USDC:GOTHER" }, row(issued), wrongAsset],
    ["of an issuer that is not named", stellar, row(issued), capture],
    ["of another symbol, without an issuer", { ...stellar, token: "USDT" }, row(issued), wrongAsset],
    ["of a mint", minted, row(minted), capture],
    ["of a mint, with another symbol", { ...minted, token: "USDT" }, row(minted), wrongAsset],
  ])("%s", (_, invoice, payment, decision) => {
    expect(decide(invoice, {}, payment)).toEqual(decision)
  })

  test("is compared even when the session has no order either", () => {
    for (const session of ["deleted", "missing", "dead"] as const)
      expect(decide({ token: "USDT" }, { session })).toEqual(wrongAsset)
  })
})

describe("a deposit", () => {
  const matched = { autoDepositAssignmentStatus: "matched", externalOrderId: "payses_1" }
  const decideDeposit = (invoice: Partial<Invoice>, session?: Partial<SessionFacts>) =>
    decide({ ...matched, ...invoice }, session, { kind: "auto_deposit" })

  test.each<[string, Partial<Invoice>, object]>([
    ["our session", {}, capture],
    ["our session, overpaid", { status: "overpaid" }, capture],
    ["another session", { externalOrderId: "payses_2" }, wait],
    ["no session", { externalOrderId: undefined }, wait],
    ["our session in other letters", { externalOrderId: "PAYSES_1" }, wait],
    ["nothing", { autoDepositAssignmentStatus: undefined }, wait],
    ["nobody, since there is no intent", { autoDepositAssignmentStatus: "unassigned_no_intent" }, wait],
    ["nobody, by an unknown status", { autoDepositAssignmentStatus: "Matched" }, wait],
    ["our session while it confirms", { status: "confirming" }, wait],
    ["our session on another network", { networkId: "eth-mainnet" }, aside("asset_mismatch")],
    ["our session in another token", { token: "USDT" }, aside("asset_mismatch")],
  ])("that is assigned to %s", (_, change, decision) => {
    expect(decideDeposit(change)).toEqual(decision)
  })

  test("of a superseded payment captures its own order, or completes its own cart", () => {
    const superseded = { kind: "auto_deposit", state: "superseded" } as const
    expect(decide(matched, {}, superseded)).toEqual(capture)
    expect(decide(matched, { order: null, cart: openCart }, superseded)).toEqual(complete)
  })

  test("always needs its assignment, which an invoice of our own never does", () => {
    expect(isSettledFor(paidInvoice, expectedPayment)).toBe(true)
    expect(isSettledFor(paidInvoice, { ...expectedPayment, kind: "auto_deposit" })).toBe(false)
  })

  test("and any received amount are judged by our bounds alone: an amount beyond them is held for review", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 12n }),
        fc.constantFrom("paid", "overpaid"),
        (units, status) => {
          const amount = formatAmount(units, 6)
          const isWithin = units >= 12_250_000n && units < 12_500_000_000n
          const held = aside(units < 12_250_000n ? "underpaid" : "implausible_amount")
          expect(decide({ status, receivedAmount: amount })).toEqual(isWithin ? capture : held)
          if (units > 0n) expect(decideDeposit({ status, amount })).toEqual(isWithin ? capture : held)
        }
      )
    )
  })
})
