import fc from "fast-check"
import { formatAmount } from "../../gateway/amount"
import type { Invoice } from "../../gateway/contract"
import { decideSettlement, type ExpectedPayment } from "../payment/settlement"
import { expectedPayment, facts, paidInvoice, stellarInvoice, stellarPayment } from "./settlement-samples"

const decide = (invoice: Partial<Invoice>, payment: Partial<ExpectedPayment> = {}, base = paidInvoice) =>
  decideSettlement({ ...base, ...invoice }, { ...expectedPayment, ...payment }, facts())
const decideStellar = (invoice: Partial<Invoice>, payment: Partial<ExpectedPayment> = {}) =>
  decideSettlement({ ...stellarInvoice, ...invoice }, { ...stellarPayment, ...payment }, facts())

const capture = { kind: "capture_order", orderId: "order_1" }
const wrongAsset = { kind: "unallocated", reason: "asset_mismatch" }
const wrongAmount = { kind: "unallocated", reason: "amount_mismatch" }

test.each<[string, Partial<Invoice>]>([
  ["another chain", { chain: "sol" }],
  ["another network", { networkId: "eth-mainnet" }],
  ["another token", { token: "USDT" }],
  ["the same token in other letters", { token: "usdc" }],
  ["another invoice", { id: "inv_2" }],
])("an invoice of %s is held for review", (_, change) => {
  expect(decide(change)).toEqual(wrongAsset)
})

test.each(["12.4", "12.49999999", "12.500001", "0", "125"])(
  "an invoice over %s instead of 12.5 is held for review",
  (amount) => {
    expect(decide({ amount })).toEqual(wrongAmount)
  }
)

test.each(["12.50", "12.5", "12.500000000000000000"])("an invoice over %s is the same amount", (amount) => {
  expect(decide({ amount })).toEqual(capture)
})

test("amounts that a float cannot distinguish are distinguished", () => {
  const payment = { expectedAmount: "9007199254740993.000000000000000001" }
  expect(decide({ amount: "9007199254740993.000000000000000001" }, payment)).toEqual(capture)
  expect(decide({ amount: "9007199254740993.000000000000000002" }, payment)).toEqual(wrongAmount)
  expect(decide({ amount: "9007199254740992.000000000000000001" }, payment)).toEqual(wrongAmount)
})

const underpaid = { kind: "unallocated", reason: "underpaid" }
const implausible = { kind: "unallocated", reason: "implausible_amount" }

test("the received amount decides at its bounds alone: within them a shortfall and a surplus both capture", () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 12n }),
      fc.constantFrom("paid", "overpaid"),
      (units, status) => {
        const decision = decide({ status, receivedAmount: formatAmount(units, 6) })
        const isWithin = units >= 12_250_000n && units < 12_500_000_000n
        expect(decision).toEqual(isWithin ? capture : units < 12_250_000n ? underpaid : implausible)
      }
    )
  )
  expect(decide({})).toEqual(capture)
  expect(decide({ receivedAmount: "12.49" })).toEqual(capture)
  expect(decide({ status: "overpaid", receivedAmount: "20" })).toEqual(capture)
})

test("on Stellar the canonical id is the asset, and the symbol only a label", () => {
  expect(decideStellar({})).toEqual(capture)
  expect(decideStellar({ token: "Dollar" })).toEqual(capture)
  expect(decideStellar({ canonicalAssetId: "stellar:USDC:GANOTHER" })).toEqual(wrongAsset)
})

test("on Stellar an invoice that does not name its canonical id is compared by its symbol", () => {
  expect(decideStellar({ canonicalAssetId: undefined })).toEqual(capture)
  expect(decideStellar({ canonicalAssetId: undefined, token: "USDT" })).toEqual(wrongAsset)
})

test("elsewhere a canonical id does not replace the symbol", () => {
  const sol = { chain: "sol", networkId: "sol-mainnet" }
  const payment = { ...sol, canonicalAssetId: "sol:USDC:Mint" }
  expect(decide({ ...sol, canonicalAssetId: "sol:USDC:Mint" }, payment)).toEqual(capture)
  expect(decide({ ...sol, canonicalAssetId: "sol:USDC:Mint", token: "USDT" }, payment)).toEqual(wrongAsset)
})

test("a payment without an invoice id fits no invoice", () => {
  expect(decide({}, { gatewayInvoiceId: "" })).toEqual(wrongAsset)
})

test("a mismatch is reported even when the session has no order either", () => {
  const invoice = { ...paidInvoice, token: "USDT" }
  for (const session of ["deleted", "missing", "dead"] as const) {
    expect(decideSettlement(invoice, expectedPayment, facts({ session }))).toEqual(wrongAsset)
  }
})
