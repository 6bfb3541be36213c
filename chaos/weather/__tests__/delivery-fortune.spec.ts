import { decideDelivery } from "../delivery-fortune"

describe("decideDelivery", () => {
  const fortunes = Array.from({ length: 5_000 }, (_, index) => decideDelivery(`seed/delivery-${index}/1`))
  const shareOf = (kind: string) => fortunes.filter((fortune) => fortune.kind === kind).length / 5_000

  it("loses a fifth and forges a twentieth", () => {
    expect(shareOf("lost")).toBeCloseTo(0.2, 2)
    expect(shareOf("forged")).toBeCloseTo(0.05, 2)
  })

  it("sends every other one five times, each copy at its own time", () => {
    for (const fortune of fortunes) {
      if (fortune.kind !== "repeated") continue
      expect(fortune.copiesAfterMs).toHaveLength(4)
      expect(new Set([fortune.firstAfterMs, ...fortune.copiesAfterMs]).size).toBeGreaterThan(1)
    }
  })

  it("decides the same for the same attempt, and again for the next", () => {
    expect(decideDelivery("a/b/1")).toEqual(decideDelivery("a/b/1"))
    expect(decideDelivery("a/b/1")).not.toEqual(decideDelivery("a/b/2"))
  })
})
