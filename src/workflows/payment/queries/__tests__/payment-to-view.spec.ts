import { PAYMENT_STATES, type PaymentState } from "../../../../domain/payment/payment-status"
import { NO_KNOWN_MONEY } from "../../../../domain/payment/__tests__/settlement-samples"
import { samplePayment } from "../../../../modules/onchain/payment/__tests__/sample-payment"
import type { ArrivedMoney, PaymentMoney } from "../../../../modules/onchain/payment/payment-records"
import type { PaymentRow } from "../../../../modules/onchain/payment/payment-row"
import type { OnchainPayerStatus, OnchainPaymentView } from "../../../../types/http"
import { type AddressSource, paymentToView, unchosenToView } from "../payment-to-view"

const NOW_MS = Date.parse("2026-01-02T03:00:00.000Z")
const live = { environment: "live", nowMs: NOW_MS, networkName: () => "Base" } as const
const known: PaymentMoney = { ...NO_KNOWN_MONEY, hasReceivedSome: false, claimedTxHash: null, arrived: [] }
const view = (change: Partial<PaymentRow> = {}, source: AddressSource = { kind: "row" }) =>
  paymentToView(samplePayment(change), { ...live, source, known })
const abandoned = { abandoned_at: new Date() }
const secret = { deposit_address: "0xdeposit", memo: "42" }

test.each<[PaymentState, OnchainPayerStatus, boolean]>([
  ["opening", "preparing", false],
  ["awaiting", "awaiting_payment", true],
  ["confirming", "confirming", true],
  ["settled", "paid", false],
  ["captured", "paid", false],
  ["expired", "expired", false],
  ["failed", "failed", false],
  ["cancelled", "cancelled", false],
  ["superseded", "superseded", false],
  ["unallocated", "needs_review", false],
])("a payment that is %s is shown as %s, its address shown: %s", (state, status, isShown) => {
  const { deposit_address, memo } = view({ state, ...secret })
  expect(view({ state, ...secret }).status).toBe(status)
  expect({ deposit_address, memo }).toEqual(isShown ? secret : { deposit_address: null, memo: null })
})

test.each<[string, { fiat_amount: string; order_closed_at?: Date }, boolean, OnchainPayerStatus]>([
  ["owes something", { fiat_amount: "12" }, false, "choose"],
  ["owes nothing", { fiat_amount: "0" }, false, "nothing_due"],
  ["is paid otherwise", { fiat_amount: "0" }, true, "superseded"],
  ["is cancelled", { fiat_amount: "0", order_closed_at: new Date() }, false, "cancelled"],
])("a payment without an attempt whose order %s", (_, change, isPaidOtherwise, status) => {
  const { session_id, currency_code, abandoned_at } = samplePayment()
  const payment = { session_id, currency_code, abandoned_at, order_closed_at: null, ...change }
  const shown = unchosenToView(payment, { environment: "live", isPaidOtherwise, known })
  expect(shown).toMatchObject({ status, deposit_address: null, can_choose: status === "choose" })
})

test("a paid cart that could not become an order says so, also while it is tried again", () => {
  for (const state of ["unallocated", "settled"] as const)
    expect(view({ state, ...secret, unallocated_reason: "completion_failed" })).toMatchObject({
      ...{ status: "needs_review", review_reason: "not_placed", deposit_address: null },
    })
})

test("only a paid payment has paid_at", () => {
  const settled_at = new Date(NOW_MS)
  expect(view({ state: "captured", settled_at }).paid_at).toBe("2026-01-02T03:00:00.000Z")
  expect(view({ state: "unallocated", settled_at }).paid_at).toBeNull()
  expect(view({ state: "captured", settled_at: null }).paid_at).toBeNull()
})

test("an address that is not ready is being prepared, and never an empty one", () => {
  for (const deposit_address of [null, ""]) {
    expect(view({ deposit_address })).toMatchObject({ status: "preparing", deposit_address: null })
  }
})

test("a payment whose cart moved on is shown as cancelled, also once its quote is over, without an address", () => {
  for (const state of ["opening", "awaiting", "expired", "failed", "cancelled"] as const) {
    expect(view({ state, ...secret, ...abandoned })).toMatchObject({
      status: "cancelled",
      deposit_address: null,
      memo: null,
    })
  }
})

test("received money is shown, even when the cart has moved on", () => {
  expect(view({ state: "captured", ...abandoned }).status).toBe("paid")
  expect(view({ state: "unallocated", ...abandoned }).status).toBe("needs_review")
})

test.each([
  [null, "awaiting_payment", "12.5"],
  ["0", "awaiting_payment", "12.5"],
  ["0.000", "awaiting_payment", "12.5"],
  ["2.25", "partially_paid", "10.25"],
  ["12.499999", "partially_paid", "0.000001"],
  ["12.5", "partially_paid", "0"],
  ["20", "partially_paid", "0"],
])("with %s received it is %s and %s remains", (received_amount, status, remaining) => {
  expect(view({ received_amount })).toMatchObject({ status, remaining_amount: remaining })
})

describe("money that is known at the service and in review", () => {
  const records = ["hasDeposit", "hasAcceptedDeposit", "hasTransaction"] as const
  /** What these states say of their own money is true, and stays. */
  const OWN: Partial<Record<PaymentState, OnchainPayerStatus>> = {
    confirming: "confirming",
    settled: "paid",
    captured: "paid",
  }
  const seen = (record: (typeof records)[number], change: Partial<PaymentRow>, outstanding: string | null) =>
    paymentToView(samplePayment({ ...secret, ...change }), {
      ...{ ...live, source: { kind: "row" }, orderOutstanding: outstanding },
      known: { ...known, [record]: true },
    })

  test.each(PAYMENT_STATES.flatMap((state) => records.map((record) => [state, record] as const)))(
    "of a payment that is %s, by %s, asks for nothing",
    (state, record) => {
      const shown = seen(record, { state }, null)
      expect(shown).toMatchObject({ status: OWN[state] ?? "needs_review", can_choose: false })
      if (OWN[state] === undefined) expect(shown).toMatchObject({ deposit_address: null, memo: null })
    }
  )

  test("belongs to no payment that another one's deposit only may be meant for", () => {
    const sibling = { ...known, hasDepositOfSibling: true }
    const context = { ...live, source: { kind: "row" } } as const
    const shown = paymentToView(samplePayment({ state: "awaiting", ...secret }), {
      ...context,
      known: sibling,
    })
    expect(shown).toMatchObject({ status: "awaiting_payment", can_choose: true })
  })
})

describe("money in review says what was different", () => {
  const asked = { chain: "evm", network_id: "base-mainnet", token: "USDC", canonical_asset_id: null }
  const quote = { ...asked, expected_amount: "17", deposit_address: "0xAb", expires_at: new Date(NOW_MS) }
  const money = (change: Partial<ArrivedMoney>): ArrivedMoney => ({
    ...{ ...asked, known_by: "deposit", tx_hash: "0x01", amount: "17", to_address: "0xab", memo: null },
    at: new Date(NOW_MS - 1).toISOString(),
    ...change,
  })
  const reviewed = (arrived: Partial<ArrivedMoney>[], change: Partial<PaymentRow> = {}) =>
    paymentToView(samplePayment({ state: "expired", ...quote, ...change }), {
      ...{ ...live, source: { kind: "row" } },
      known: { ...known, hasDeposit: true, arrived: arrived.map(money) },
    })

  test.each<[OnchainPaymentView["review_reason"], Partial<ArrivedMoney>, Partial<PaymentRow>]>([
    ["expired", { at: new Date(NOW_MS).toISOString() }, {}],
    ["expired", {}, { expires_at: null }],
    ["expired", { to_address: "0xCd" }, { state: "awaiting" }],
    ["late", {}, { order_closed_at: new Date() }],
    ["late", { token: "ETH" }, abandoned],
    ["token", { token: "ETH", amount: "0.01" }, {}],
    ["token", { canonical_asset_id: "stellar:USDC:B" }, { canonical_asset_id: "stellar:USDC:A" }],
    ["network", { network_id: "eth-mainnet", token: "ETH" }, {}],
    ["memo", {}, { memo: "42" }],
    ["memo", { memo: "7" }, { memo: "42" }],
    ["other", { memo: "42" }, { memo: "42" }],
    ["partial", { amount: "8.5" }, {}],
    ["other", { amount: "18" }, {}],
    ["other", { amount: null, token: null }, {}],
  ])("%s: %j for %j", (reason, arrived, change) => {
    expect(reviewed([arrived], change)).toMatchObject({ status: "needs_review", review_reason: reason })
  })

  test("by the first that waits, and lists all with their explorer", () => {
    const { review_reason, transactions } = reviewed([
      { token: "ETH", amount: "0.01" },
      { tx_hash: "0x02", known_by: "payment" },
    ])
    const named = { network_name: "Base", token: "USDC", amount: "17" }
    expect({ review_reason, transactions }).toEqual({
      review_reason: "token",
      transactions: [
        { ...named, ...{ token: "ETH", amount: "0.01", is_in_review: true }, ...linked("0x01") },
        { ...named, is_in_review: false, ...linked("0x02") },
      ],
    })
  })
  const linked = (tx_hash: string) => ({ tx_hash, tx_url: `https://basescan.org/tx/${tx_hash}` })
})

test("a transfer is not to be signed where an attempt has received money, which would keep it from being sent", () => {
  const usdc = { network_id: "base-mainnet", token: "USDC", decimals: 6, canonical_asset_id: null }
  const row = samplePayment({ ...usdc, chain: "evm", contract_address: null, state: "awaiting" })
  const signable = (hasReceivedSome: boolean) =>
    paymentToView(
      { ...row, deposit_address: "0xAb", memo: null },
      { ...live, source: { kind: "row" }, x402: {}, known: { ...known, hasReceivedSome } }
    ).can_sign
  expect([signable(false), signable(true)]).toEqual([true, false])
})

test("a payment that was signed says so, also with another attempt or none", () => {
  const money = { known, isSigned: true }
  expect(paymentToView(samplePayment(), { ...live, ...money, source: { kind: "row" } }).is_signed).toBe(true)
  const unchosen = unchosenToView(samplePayment(), { environment: "live", isPaidOtherwise: false, ...money })
  expect(unchosen.is_signed).toBe(true)
})

test("nothing that belongs to the merchant is in the view", () => {
  const row = samplePayment({
    last_error: "note to self",
    gateway_invoice_id: "inv_secret",
    unallocated_reason: "why",
  })
  for (const state of PAYMENT_STATES) {
    const text = JSON.stringify(view({ ...row, state }))
    for (const hidden of ["inv_secret", "invoice_ocpay_1", "note to self", "why"])
      expect(text).not.toContain(hidden)
  }
})

test("an expired payment is shown without an address, even when the expiry was not reported", () => {
  const late = { state: "awaiting", expires_at: new Date(NOW_MS), ...secret } as const
  expect(view(late)).toMatchObject({ status: "expired", deposit_address: null, memo: null })
  expect(view({ ...late, state: "confirming" })).toMatchObject({ status: "confirming" })
})

test("money that confirms for a cart that has moved on is said to be checked, not to become an order", () => {
  expect(view({ state: "confirming", ...secret, ...abandoned })).toMatchObject({
    status: "needs_review",
    deposit_address: null,
  })
})

test("the customer's own address is shown as confirmed just now, and never as the row remembers it", () => {
  const row = { kind: "auto_deposit", ...secret } as const
  expect(view(row, { kind: "confirmed", address: "0xfresh" })).toMatchObject({
    status: "awaiting_payment",
    deposit_address: "0xfresh",
  })
  expect(view(row, { kind: "refused" })).toMatchObject({
    status: "address_unavailable",
    deposit_address: null,
  })
  expect(view(row, { kind: "unasked" })).toMatchObject({
    status: "awaiting_payment",
    deposit_address: null,
  })
})

test("a payment that is over is not called without address, whatever became of the question", () => {
  for (const state of PAYMENT_STATES.filter((one) => one !== "awaiting"))
    expect(view({ state }, { kind: "refused" }).status).not.toBe("address_unavailable")
})

test("explorer URLs match the network, and a hidden address has none", () => {
  const known = { network_id: "base-mainnet", tx_hash: "0xab", ...secret }
  const [tx_url, address_url] = ["https://basescan.org/tx/0xab", "https://basescan.org/address/0xdeposit"]
  expect(view({ ...known, state: "confirming" }).explorer).toEqual({ tx_url, address_url })
  expect(view({ ...known, state: "captured" }).explorer).toEqual({ tx_url, address_url: null })
  expect(view({ ...known, state: "awaiting" }, { kind: "refused" }).explorer.address_url).toBeNull()
  expect(view({ ...known, network_id: "moon-mainnet" }).explorer).toEqual({ tx_url: null, address_url: null })
})
