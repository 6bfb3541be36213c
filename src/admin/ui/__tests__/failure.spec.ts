import { FetchError } from "@medusajs/js-sdk"
import { toFailure } from "../api"
import { fieldProblem } from "../failure"

describe("what a failed attempt means", () => {
  it.each([
    [409, "conflict"],
    [400, "refused"],
    [404, "refused"],
    [500, "unknown"],
    [502, "unknown"],
  ])("HTTP %i is %s", (status, kind) => {
    expect(toFailure(new FetchError("words", "text", status))).toEqual({ kind, message: "words" })
  })

  it("a lost connection is unknown: the server may have acted", () => {
    expect(toFailure(new TypeError("Failed to fetch")).kind).toBe("unknown")
  })
})

describe("what the server says about a field", () => {
  const refusal = (words: string, status = 400) => new FetchError(words, "text", status)

  it.each([
    [refusal("address: expected an address"), { field: "address", text: "Expected an address" }],
    [refusal("Invalid request: label: expected a name"), { field: "label", text: "Expected a name" }],
    [refusal("network_id: No.\nReally."), { field: "network_id", text: "No.\nReally." }],
    [refusal("At most 5 USDC at a time: this is 6."), null],
    [refusal("address: expected an address", 500), null],
    [new TypeError("address: lost"), null],
    [null, null],
  ])("%s", (error, problem) => {
    expect(fieldProblem(error)).toEqual(problem)
  })
})
