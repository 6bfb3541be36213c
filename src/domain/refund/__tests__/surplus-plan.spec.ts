import { type KnownSurplus, planSurplus } from "../refund-calculation"

const plan = (owed: string | null, ...known: KnownSurplus[]) =>
  planSurplus({ baseId: "surplus_1", owed, known })
const of = (state: KnownSurplus["state"], tokenAmount: string | null, id = "surplus_1"): KnownSurplus => ({
  id,
  state,
  tokenAmount,
})
const NOTHING = { do: "nothing", id: "surplus_1" }

test.each(["3", null])("the first surplus, of %s, is written down", (owed) => {
  expect(plan(owed)).toEqual({ do: "insert", id: "surplus_1", tokenAmount: owed })
})

test.each([
  ["3", of("due", "3")],
  ["3.0", of("sent", "3")],
  ["2", of("done", "3")],
  [null, of("due", null)],
  [null, of("due", "3")],
  ["5", of("done", null)],
  ["5", of("quoted", null)],
] as const)("of %s nothing is new beside %o", (owed, known) => {
  expect(plan(owed, known)).toEqual(NOTHING)
})

test.each([
  ["5", "3"],
  ["5", null],
])("what is due is raised to %s from %s", (owed, known) => {
  expect(plan(owed, of("due", known))).toEqual({ do: "raise", id: "surplus_1", tokenAmount: "5" })
})

test.each(["quoted", "confirmed", "sent", "done"] as const)(
  "what comes beyond a refund that is %s is a refund of its own",
  (state) => {
    expect(plan("5.000001", of(state, "3"))).toEqual({
      do: "insert",
      id: "surplus_1_2",
      tokenAmount: "2.000001",
    })
  }
)

test("of several the latest that is due is raised by what is missing of all", () => {
  const known = [of("done", "3"), of("due", "2", "surplus_1_2"), of("sent", "1", "surplus_1_3")]
  expect(plan("6", ...known)).toEqual({ do: "nothing", id: "surplus_1_3" })
  expect(plan("7.5", ...known)).toEqual({ do: "raise", id: "surplus_1_2", tokenAmount: "3.5" })
})

test("one whose amount was entered for a payout that is over is raised before others that are due", () => {
  const known = [of("due", null), of("due", "2", "surplus_1_2")]
  expect(plan("5", ...known)).toEqual({ do: "raise", id: "surplus_1", tokenAmount: "3" })
})

test("every sequence of growths and payouts is owed exactly once", () => {
  const known: KnownSurplus[] = []
  for (const owed of ["1", "1", "2.5", "4", "4", "9.999999"]) {
    const next = plan(owed, ...known)
    if (next.do === "insert") known.push(of("due", next.tokenAmount, next.id))
    if (next.do === "raise")
      known.splice(
        known.findIndex(({ id }) => id === next.id),
        1,
        of("due", next.tokenAmount, next.id)
      )
    if (owed === "2.5" || owed === "4")
      known.splice(0, known.length, ...known.map((one) => ({ ...one, state: "sent" as const })))
  }
  expect(known.map(({ id, tokenAmount }) => [id, tokenAmount])).toEqual([
    ["surplus_1", "2.5"],
    ["surplus_1_2", "1.5"],
    ["surplus_1_3", "5.999999"],
  ])
})
