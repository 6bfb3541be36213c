import { idEarlier } from "../find-missed-refunds"

/** Made at 1469918176385, the example of the ULID specification. */
const ID = "ref_01ARYZ6S41TSV4RRFFQ69G5FAV"

describe("the refunds that are checked", () => {
  it.each([
    [0, "ref_01ARYZ6S41"],
    [1, "ref_01ARYZ6S40"],
    [3_600_000, "ref_01ARYVRXG1"],
  ])("begin %d ms before the last one, whose process may have had a clock that was behind", (ms, first) => {
    expect(idEarlier(ID, ms)).toBe(first)
    expect(first < ID).toBe(true)
  })

  it("begin with the first one before there is a last one, and where an id has no time", () => {
    expect(idEarlier("", 3_600_000)).toBe("")
    expect(idEarlier("refund-1", 3_600_000)).toBe("")
    expect(idEarlier("ref_0000000001AAAAAAAAAAAAAAAA", 3_600_000)).toBe("ref_0000000000")
  })
})
