import { paymentChoices, type Resolved, resolvedInWords } from "../payment-choices"

const at = new Date("2026-11-21T09:00:00.000Z")
const resolved = (change: Partial<Resolved> = {}): Resolved => ({
  state: "unallocated",
  resolution: null,
  by: "ada@example.com",
  at,
  order: null,
  ...change,
})

describe("money that waits for a person", () => {
  it("can be applied, owed back or kept", () => {
    const choices = paymentChoices(resolved(), "17")
    expect(Object.values(choices).map(({ is_possible }) => is_possible)).toEqual([true, true, true])
  })

  it("cannot be applied when nobody knows what it is worth", () => {
    const { apply, refund_due, keep } = paymentChoices(resolved(), null)
    expect([apply.is_possible, refund_due.is_possible, keep.is_possible]).toEqual([false, true, true])
  })

  it.each([
    [{ resolution: "keep" }, "ada@example.com kept it on 2026-11-21 at 09:00 UTC."],
    [
      { resolution: "refund_due" },
      "ada@example.com recorded it as a refund that is due on 2026-11-21 at 09:00 UTC.",
    ],
    [
      { resolution: "apply", order: "#7" },
      "ada@example.com chose to apply it to order #7 on 2026-11-21 at 09:00 UTC.",
    ],
    [
      { resolution: "apply", order: "#7", state: "captured" },
      "ada@example.com applied it to order #7 on 2026-11-21 at 09:00 UTC.",
    ],
    [{ resolution: "keep", by: null, at: null }, "Somebody kept it."],
    [{ state: "captured" }, "It does not wait for a person: it is captured."],
  ] as const)("of which was decided %o is told as it is, and no choice is left", (change, words) => {
    expect(resolvedInWords(resolved(change))).toBe(words)
    expect(paymentChoices(resolved(change), "17")).toMatchObject({
      apply: { is_possible: false, reason: words },
      refund_due: { is_possible: false, reason: words },
      keep: { is_possible: false, reason: words },
    })
  })
})
