import fc from "fast-check"
import { readRetryAfter } from "../client/call"

const nowMs = Date.UTC(1994, 10, 6, 8, 49, 30)
const read = (value: string) => readRetryAfter(new Headers({ "retry-after": value }), ["retry-after"], nowMs)

test.each([
  ["0", 0],
  ["7", 7000],
  [" 7 ", 7000],
  ["1.5", 1500],
  ["Sun, 06 Nov 1994 08:49:37 GMT", 7000],
  ["Sunday, 06-Nov-94 08:49:37 GMT", 7000],
  ["Sun Nov  6 08:49:37 1994", 7000],
  ["Sun, 06 Nov 1994 08:49:29 GMT", 0],
])("%j is a wait of %i ms", (value, expected) => {
  expect(read(value)).toBe(expected)
})

test.each(["", "-1", "soon", "1e3", "7s", "Sun, 99 Nov 1994 08:49:37 GMT", "Infinity"])(
  "%j says nothing",
  (value) => {
    expect(read(value)).toBeNull()
  }
)

test("the first header that can be read wins", () => {
  const headers = new Headers({ "x-wait": "soon", "retry-after": "2", "x-later": "9" })
  expect(readRetryAfter(headers, ["x-absent", "X-Wait", "Retry-After", "x-later"], nowMs)).toBe(2000)
  expect(readRetryAfter(headers, ["x-later"], nowMs)).toBe(9000)
  expect(readRetryAfter(new Headers(), ["retry-after"], nowMs)).toBeNull()
})

test("whatever a header says, the wait is null or a whole number of milliseconds from 0", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[ -~]{0,40}$/), (value) => {
      const waitMs = read(value)
      expect(waitMs === null || (waitMs >= 0 && !Number.isNaN(waitMs))).toBe(true)
    })
  )
})
