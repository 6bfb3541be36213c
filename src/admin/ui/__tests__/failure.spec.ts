import { FetchError } from "@medusajs/js-sdk"
import { toFailure } from "../api"

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
