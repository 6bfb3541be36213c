import { shareUsed } from "../billing-page"

it.each([
  ["12.5", "50", 25],
  ["0", "100", 0],
  ["99.999", "100", 99],
  ["100", "100", 100],
  ["250", "100", 100],
  ["1", "3", 33],
  ["1", "0", null],
  [null, "100", null],
  ["1", null, null],
  ["a lot", "100", null],
  ["1", "fair-use", null],
])("of %s in %s, %s percent are used", (used, whole, percent) => {
  expect(shareUsed(used, whole)).toBe(percent)
})
