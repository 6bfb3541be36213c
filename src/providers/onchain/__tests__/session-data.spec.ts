import { samplePayment } from "../../../modules/onchain/__tests__/sample-payment"
import {
  isOfApplication,
  paymentToSessionData,
  railOf,
  refreshSessionData,
  sessionIdOf,
} from "../session-data"

test("the session's data are our own ids and what the storefront shows", () => {
  const expiresAt = new Date("2026-01-02T04:00:00.000Z")
  expect(
    paymentToSessionData(samplePayment({ memo: "18446744073709551615", expires_at: expiresAt }))
  ).toEqual({
    session_id: "payses_1",
    payment_id: "ocpay_1",
    kind: "invoice",
    rail: "evm:base-mainnet:USDC",
    chain: "evm",
    network_id: "base-mainnet",
    token: "USDC",
    amount: "12.5",
    deposit_address: "0xdeposit",
    memo: "18446744073709551615",
    expires_at: "2026-01-02T04:00:00.000Z",
    state: "awaiting",
    page_path: "/onchain/pay/payses_1",
    applied_session_id: null,
  })
})

test("what only we need to know stays out of the session's data", () => {
  const row = samplePayment({ last_error: "refused by the service", gateway_invoice_id: "inv_secret" })
  const text = JSON.stringify(paymentToSessionData(row))
  for (const hidden of ["invoice_ocpay_1", "inv_secret", "refused"]) expect(text).not.toContain(hidden)
})

test.each([
  undefined,
  {},
  { session_id: "" },
  { session_id: 7 },
  { session_id: ["payses_1"] },
  { session_id: null },
])("%j names no session", (data) => {
  expect(sessionIdOf(data)).toBeUndefined()
})

test("session and rail are read from the data, when they are texts", () => {
  expect(sessionIdOf({ session_id: "payses_1" })).toBe("payses_1")
  expect(railOf({ rail: "evm:base-mainnet:USDC" })).toBe("evm:base-mainnet:USDC")
  expect(railOf({ rail: { chain: "evm" } })).toBeUndefined()
  expect(railOf(undefined)).toBeUndefined()
})

test("an address that has to be confirmed for each display is not stored with the session", () => {
  const intent = { kind: "auto_deposit" } as const
  expect(paymentToSessionData(samplePayment(intent))).toMatchObject({
    kind: "auto_deposit",
    deposit_address: null,
  })
  expect(paymentToSessionData(samplePayment({ ...intent, chain: "stellar", memo: "42" }))).toMatchObject({
    deposit_address: "0xdeposit",
    memo: "42",
  })
})

test("data of the session that carries applied money stay its own, and nobody else's become it", () => {
  const row = samplePayment({ state: "captured", resolution: "apply", applied_session_id: "payses_2" })
  const carrier = refreshSessionData(row, { applied_session_id: "payses_2" })
  expect(carrier).toMatchObject({ session_id: "payses_1", applied_session_id: "payses_2", application: null })
  expect(refreshSessionData(row, carrier)).toEqual(carrier)
  for (const data of [undefined, {}, { applied_session_id: null }, { applied_session_id: "payses_1" }]) {
    expect(isOfApplication(row, data)).toBe(false)
    expect(refreshSessionData(row, data)).toMatchObject({ applied_session_id: null })
  }
  expect(isOfApplication(samplePayment(), { applied_session_id: null })).toBe(false)
})
