import { reasonOf } from "../audit-log"

test.each([
  [new Error("no connection"), "no connection"],
  [{ message: "out of stock", type: "not_allowed" }, "out of stock"],
  ["plain text", "plain text"],
  [null, "null"],
  [undefined, "undefined"],
])("%p says %s", (error, reason) => {
  expect(reasonOf(error)).toBe(reason)
})
