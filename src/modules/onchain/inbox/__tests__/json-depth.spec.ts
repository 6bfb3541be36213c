import fc from "fast-check"
import { isNestedDeeper } from "../inbox"

test.each([
  ["1", 0, false],
  ["[]", 0, true],
  ["[[1]]", 1, true],
  ["[[1]]", 2, false],
  ['{"a":[{"b":1}]}', 3, false],
  ['{"a":[{"b":1}]}', 2, true],
  ['"[[[["', 0, false],
  ['["\\"[[[[", "]]"]', 1, false],
  ['["\\\\", [1]]', 1, true],
  ["[[[[", 3, true],
])("%s nests deeper than %i: %s", (json, limit, expected) => {
  expect(isNestedDeeper(json, limit)).toBe(expected)
})

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}

test("the depth of any JSON is reported as it is", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.nat(7), (value, limit) => {
      expect(isNestedDeeper(JSON.stringify(value), limit)).toBe(depthOf(value) > limit)
    })
  )
})
