import fc from "fast-check"
import { readTokenAmount } from "../payment-uri"
import { amounts } from "./amounts"

test("every amount keeps each of its base units", () => {
  fc.assert(
    fc.property(amounts(), ({ text, decimals, baseUnits }) => {
      expect(readTokenAmount(text, decimals)?.baseUnits).toBe(baseUnits)
    })
  )
})

test.each([
  ["0017.50", 6, "17.5"],
  ["17.", 6, "17"],
  ["17", 0, "17"],
  ["100", 2, "100"],
  ["0.000001", 6, "0.000001"],
])("%s with %i decimals is %s", (text, decimals, expected) => {
  expect(readTokenAmount(text, decimals)?.text).toBe(expected)
})

test.each([
  ["nothing", null, 6],
  ["an empty text", "", 6],
  ["zero", "0.000", 6],
  ["a negative amount", "-1", 6],
  ["a float in scientific notation", "1e3", 6],
  ["a thousands separator", "1,000", 6],
  ["a hexadecimal number", "0x10", 6],
  ["more decimals than the token has", "0.0000001", 6],
  ["a fractional number of decimals", "1", 1.5],
  ["negative decimals", "1", -1],
])("%s is not an amount", (_, text, decimals) => {
  expect(readTokenAmount(text, decimals)).toBeNull()
})
