import type { OnchainPaymentView } from "../types/http"
import { sampleCheckout } from "../types/http/__tests__/sample-checkout"
import { versionOf } from "../workflows/payment/queries/view-checkout"

const versionWith = (change: Partial<OnchainPaymentView>) => {
  const { server_time: _, version: __, ...shown } = sampleCheckout(change)
  return versionOf(shown)
}

const before: Partial<OnchainPaymentView> = {
  status: "confirming",
  confirmations: 1,
  confirmations_required: 3,
}

test("the same payment has the same version", () => {
  expect(versionWith(before)).toBe(versionWith(before))
  expect(versionWith({})).toMatch(/^[0-9a-f]{16}$/)
})

const fields = Object.entries(sampleCheckout({ ...before, memo: "7" }).payment)

test.each(fields)("it changes with %s", (field, value) => {
  expect(
    versionWith({ ...before, [field]: typeof value === "boolean" ? !value : `${value} and more` })
  ).not.toBe(versionWith(before))
})

test("it changes with the order, the shop and the return URL", () => {
  const { server_time: _, version: __, ...shown } = sampleCheckout()
  const versions = [
    shown,
    { ...shown, order: { display_id: 7 } },
    { ...shown, return_url: null },
    { ...shown, shop: { ...shown.shop, name: "Another" } },
  ].map(versionOf)
  expect(new Set(versions).size).toBe(versions.length)
})

test("for a reusable address it ignores fields that only a display reads", () => {
  const shown = versionWith({ kind: "auto_deposit" })
  for (const change of [
    { deposit_address: null },
    { deposit_address: null, status: "address_unavailable" },
    { explorer: { tx_url: null, address_url: "https://explorer.example/address/0x" } },
  ] as const)
    expect(versionWith({ kind: "auto_deposit", ...change })).toBe(shown)
  expect(versionWith({ kind: "auto_deposit", status: "superseded" })).not.toBe(shown)
})
