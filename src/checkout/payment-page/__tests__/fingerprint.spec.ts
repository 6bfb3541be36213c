import type { OnchainPaymentView } from "../../../types/http"
import { fingerprintOf } from "../payment-page"
import { pageOf, sampleView } from "./sample-view"

const before: Partial<OnchainPaymentView> = {
  status: "confirming",
  confirmations: 1,
  confirmations_required: 3,
}

test("the same payment has the same fingerprint, and the page carries it", () => {
  expect(fingerprintOf(sampleView(before))).toBe(fingerprintOf(sampleView(before)))
  expect(pageOf(before)).toContain(`data-fingerprint="${fingerprintOf(sampleView(before))}"`)
  expect(fingerprintOf(sampleView())).toMatch(/^[0-9a-f]{16}$/)
})

test.each<Partial<OnchainPaymentView>>([
  { status: "paid" },
  { status: "expired" },
  { confirmations: 2 },
  { confirmations_required: 6 },
  { tx_hash: "0xabc" },
  { deposit_address: "0xother" },
  { memo: "1" },
  { received_amount: "1" },
  { remaining_amount: "11.5" },
  { amount: "13" },
  { token: "USDT" },
  { network_name: "Base Mainnet" },
  { expires_at: "2026-01-02T03:04:05.000Z" },
  { fiat_amount: "13" },
  { canonical_asset_id: "stellar:USDC:G" },
])("it changes with %j", (change) => {
  expect(fingerprintOf(sampleView({ ...before, ...change }))).not.toBe(fingerprintOf(sampleView(before)))
})

test("for a reusable address it does not change with what only a display reads", () => {
  const shown = sampleView({ kind: "auto_deposit" })
  for (const change of [
    { deposit_address: null },
    { deposit_address: null, status: "address_unavailable" },
  ] as const)
    expect(fingerprintOf({ ...shown, ...change })).toBe(fingerprintOf(shown))
  expect(fingerprintOf({ ...shown, status: "superseded" })).not.toBe(fingerprintOf(shown))
})
