import { CircuitBreaker, isUnavailable } from "../sync-runs"
import { failedCall } from "./failed-call"

const failure = (status: number, isRetryable: boolean, code = "X") =>
  failedCall("getInvoice", { code, isRetryable, status })

test.each<[string, unknown, boolean]>([
  ["a service that is down", failure(503, true), true],
  ["a service that requires a pause", failure(429, true), true],
  ["a key that is not accepted", failure(401, false), true],
  ["a key that may not do this", failure(403, false), true],
  ["an invoice that is not there", failure(404, false), false],
  ["an answer that cannot be read", failure(200, false, "UNEXPECTED_RESPONSE"), false],
  ["an order that cannot be completed", new Error("out of stock"), false],
  ["an error that the workflow engine has copied", { message: "503", isRetryable: true }, false],
])("%s is a reason to stop asking: %s", (_, error, expected) => {
  expect(isUnavailable(error)).toBe(expected)
})

test("each failure after a pause makes the next pause longer, up to five minutes, until an answer ends it", () => {
  let nowMs = 0
  const pause = new CircuitBreaker(() => nowMs)
  expect(pause.isOn).toBe(false)
  expect(pause.isDoubtful).toBe(false)
  const pauses: number[] = []
  for (let failed = 0; failed < 8; failed++) {
    const pauseMs = pause.begin()
    pauses.push(pauseMs)
    expect(pause.isOn).toBe(true)
    nowMs += pauseMs
    expect(pause.isOn).toBe(false)
    expect(pause.isDoubtful).toBe(true)
  }
  expect(pauses).toEqual([10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000, 300_000])
  pause.end()
  expect(pause.isDoubtful).toBe(false)
  expect(pause.begin()).toBe(10_000)
})

test("calls that fail together count as one failure", () => {
  const pause = new CircuitBreaker(() => 0)
  for (let call = 0; call < 4; call++) expect(pause.begin()).toBe(10_000)
})
