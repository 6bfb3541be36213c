import type { OnchainPaymentView } from "../../../types/http"
import english from "../../locales/en.json"
import { ENGLISH } from "../../view/__tests__/sample-checkout"
import { sampleCheckout } from "../../../types/http/__tests__/sample-checkout"
import { STATES } from "../../view/__tests__/sample-states"
import { announce } from "../announcement"
import { mergeUpdate } from "../checkout-state"
import { PROBLEMS, renderProblem } from "../problem"

const en = english.payment

const reusable = sampleCheckout(STATES.reusable)
const update = (change: Partial<OnchainPaymentView> = {}) =>
  sampleCheckout({ ...STATES.reusable, deposit_address: null, ...change })

test("an update without the reusable address keeps the confirmed one", () => {
  const { checkout, isAddressDue } = mergeUpdate(reusable, update({ confirmations: 1 }))
  expect(checkout.payment.deposit_address).toBe(reusable.payment.deposit_address)
  expect(checkout.payment.confirmations).toBe(1)
  expect(isAddressDue).toBe(false)
})

test.each<[string, Partial<OnchainPaymentView>]>([
  ["another network", { rail: "evm:polygon-mainnet:USDC" }],
  ["another payment", { session_id: "payses_other" }],
])("%s needs its own address", (_, change) => {
  const { checkout, isAddressDue } = mergeUpdate(reusable, update(change))
  expect([checkout.payment.deposit_address, isAddressDue]).toEqual([null, true])
})

test("no address is kept for an invoice or once nothing is payable", () => {
  expect(mergeUpdate(reusable, update({ status: "paid" })).checkout.payment.deposit_address).toBeNull()
  const invoice = sampleCheckout({ deposit_address: null })
  expect(mergeUpdate(sampleCheckout(), invoice)).toEqual({ checkout: invoice, isAddressDue: false })
  expect(mergeUpdate(null, update()).isAddressDue).toBe(true)
})

test("an address that could not be confirmed stays unavailable until a display says otherwise", () => {
  const refused = sampleCheckout(STATES.address_unavailable)
  expect(mergeUpdate(refused, update()).checkout.payment.status).toBe("address_unavailable")
})

test.each<[string, Partial<OnchainPaymentView>, Partial<OnchainPaymentView>, string | null]>([
  ["a new status", {}, STATES.seen, `${en.seen_title}. ${en.seen_text}`],
  ["the next confirmation", STATES.seen, STATES.confirming, "Confirmations: 5 of 64"],
  [
    "a part",
    {},
    STATES.partial,
    `${en.partial_title}. 8.50\u00a0USDC of 17\u00a0USDC received, 8.50\u00a0USDC left.`,
  ],
  ["the end", STATES.confirming, STATES.paid, `${en.paid_title}. ${en.paid_text}`],
  ["another choice", {}, STATES.solana, "Send 17\u00a0USDC on Solana"],
  ["another field", {}, { expires_at: null }, null],
])("a screen reader announces %s", (_, before, after, expected) => {
  expect(announce(ENGLISH, sampleCheckout(before), sampleCheckout(after))).toBe(expected)
})

test("the script's own texts match the English ones", () => {
  const { link_ended, not_loaded, retry, back_to_shop } = en
  expect(PROBLEMS).toEqual({ link_ended, not_loaded, retry, back_to_shop })
})

test.each([
  ["link_ended", ENGLISH, "https://shop.example/back", true],
  ["not_loaded", null, "https://shop.example/back", true],
  ["link_ended", null, "javascript:alert(1)", false],
  ["not_loaded", ENGLISH, null, false],
] as const)("a page that shows %s links back to web addresses only: %#", (key, words, url, hasWayBack) => {
  const { markup } = renderProblem(words, key, url)
  expect(markup.includes("Back to the shop")).toBe(hasWayBack)
  expect(markup).not.toContain("javascript:")
})
