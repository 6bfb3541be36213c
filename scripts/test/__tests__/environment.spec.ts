import { AxiosError } from "axios"
import StoryEnvironment from "../environment"

/** What remains of a test's failures when it is over. */
function told(errors: unknown[]): unknown[] {
  const event = { name: "test_done", test: { errors } }
  StoryEnvironment.prototype.handleTestEvent(event)
  return event.test.errors
}

function refusedCall(): AxiosError {
  const request: { response?: object } = {}
  request.response = { request }
  const response = {
    status: 502,
    statusText: "",
    headers: {},
    config: {} as never,
    data: { message: "down" },
  }
  return new AxiosError("Request failed with status code 502", "ERR", undefined, request, response)
}

describe("a failure sent to the parent process", () => {
  it("can be serialized when it refers to itself, and includes the answer", () => {
    const [error] = told([refusedCall()])
    expect(() => JSON.stringify({ ...(error as Error) })).not.toThrow()
    expect((error as Error).stack).toContain("Request failed with status code 502")
    expect((error as Error).stack).toContain("HTTP 502: { message: 'down' }")
  })

  it("can be serialized when it compares money, also with the place of the call", () => {
    const failure = Object.assign(new Error("expected 5n"), { matcherResult: { expected: 5n } })
    const called = new Error()
    const [pair] = told([[failure, called]]) as [[Error, Error]]
    expect(() => JSON.stringify({ ...pair[0] })).not.toThrow()
    expect(pair[0].message).toBe("expected 5n")
    expect(pair[1]).toBe(called)
  })

  it("is unchanged otherwise", () => {
    const failure = Object.assign(new Error("no"), { matcherResult: { expected: 5 } })
    expect(told([failure, "thrown text"])).toEqual([failure, "thrown text"])
    expect(told([failure])[0]).toBe(failure)
  })
})
