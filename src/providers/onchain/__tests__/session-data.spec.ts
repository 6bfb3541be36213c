import { BigNumber } from "@medusajs/framework/utils"
import fc from "fast-check"
import { formatAmount } from "../../../gateway/amount"
import { isDecimalString } from "../../../gateway/contract"
import { samplePayment } from "../../../modules/onchain/__tests__/sample-payment"
import { amountToText, paymentToSessionData, railOf, sessionIdOf } from "../session-data"

test.each([
  [49.9, "49.9"],
  [0, "0"],
  [100, "100"],
  [1e21, "1000000000000000000000"],
  [1e-7, "0.0000001"],
  ["49.90", "49.9"],
  ["1e3", "1000"],
  ["9007199254740993.01", "9007199254740993.01"],
  ["0.000000000000000001", "0.000000000000000001"],
  [new BigNumber("12.3400"), "12.34"],
  [{ value: "12.345678901234567891", precision: 20 }, "12.345678901234567891"],
])("the amount %j is %s, in plain digits", (amount, expected) => {
  expect(amountToText(amount)).toBe(expected)
})

test("a text amount passes through without losing a digit", () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 40n }),
      fc.integer({ min: 0, max: 18 }),
      (units, decimals) => {
        const text = formatAmount(units, decimals)
        expect(amountToText(text)).toBe(text)
      }
    )
  )
})

test("whatever number Medusa sends, the text is one the quote can read", () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 1e30, noNaN: true }).filter((n) => n === 0 || n > 1e-30),
      (amount) => {
        const text = amountToText(amount)
        expect(isDecimalString(text)).toBe(true)
        expect(Number(text)).toBe(amount)
      }
    )
  )
})

test("the session's data are our own ids and what the storefront shows", () => {
  const expiresAt = new Date("2026-01-02T04:00:00.000Z")
  expect(
    paymentToSessionData(samplePayment({ memo: "18446744073709551615", expires_at: expiresAt }))
  ).toEqual({
    session_id: "payses_1",
    payment_id: "ocpay_1",
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
