import { samplePayment } from "../../../modules/onchain/payment/__tests__/sample-payment"
import { isOfApplication, paymentToSessionData, railOf, refreshSessionData, textOf } from "../service"

test("the session's data are our own ids and what was chosen", () => {
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
    expires_at: "2026-01-02T04:00:00.000Z",
    state: "awaiting",
    applied_session_id: null,
  })
})

test("what only we need to know stays out of the session's data", () => {
  const row = samplePayment({ last_error: "refused by the provider", gateway_invoice_id: "inv_secret" })
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
  expect(textOf(data, "session_id")).toBeUndefined()
})

test("session and rail are read from the data, and an absent rail means no choice", () => {
  expect(textOf({ session_id: "payses_1" }, "session_id")).toBe("payses_1")
  expect(railOf({ rail: "evm:base-mainnet:USDC" })).toBe("evm:base-mainnet:USDC")
  for (const data of [undefined, {}, { rail: null }]) expect(railOf(data)).toBeUndefined()
})

test.each([{ chain: "evm" }, "", 7])("the choice %j is refused with the field's name", (rail) => {
  expect(() => railOf({ rail })).toThrow("data.rail: expected an id from")
})

test("data of the session that carries applied money stays its own, and no other session's becomes it", () => {
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
