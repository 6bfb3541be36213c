import { type KnownSurplus, planSurplus } from "../refund-calculation"

const plan = (owed: string | null, ...known: KnownSurplus[]) =>
  planSurplus({ baseId: "surplus_1", owed, known })
const of = (state: KnownSurplus["state"], tokenAmount: string | null, id = "surplus_1"): KnownSurplus => ({
  id,
  state,
  tokenAmount,
})
const several = [of("done", "3"), of("due", "2", "surplus_1_2"), of("sent", "1", "surplus_1_3")]
const nothing = (id = "surplus_1") => ({ do: "nothing", id })
const raise = (tokenAmount: string, id = "surplus_1") => ({ do: "raise", id, tokenAmount })
const insert = (tokenAmount: string | null, id = "surplus_1") => ({ do: "insert", id, tokenAmount })

test.each<[string | null, KnownSurplus[], object]>([
  ["3", [], insert("3")],
  [null, [], insert(null)],
  ["3", [of("due", "3")], nothing()],
  ["3.0", [of("sent", "3")], nothing()],
  ["2", [of("done", "3")], nothing()],
  [null, [of("due", null)], nothing()],
  [null, [of("due", "3")], nothing()],
  ["5", [of("done", null)], nothing()],
  ["5", [of("quoted", null)], nothing()],
  ["5", [of("due", "3")], raise("5")],
  ["5", [of("due", null)], raise("5")],
  ["5.000001", [of("quoted", "3")], insert("2.000001", "surplus_1_2")],
  ["5.000001", [of("confirmed", "3")], insert("2.000001", "surplus_1_2")],
  ["5.000001", [of("sent", "3")], insert("2.000001", "surplus_1_2")],
  ["5.000001", [of("done", "3")], insert("2.000001", "surplus_1_2")],
  ["6", several, nothing("surplus_1_3")],
  ["7.5", several, raise("3.5", "surplus_1_2")],
  // Its amount was entered for a payout that is over.
  ["5", [of("due", null), of("due", "2", "surplus_1_2")], raise("3")],
])("of %s owed beside %j: %j", (owed, known, planned) => {
  expect(plan(owed, ...known)).toEqual(planned)
})

test("every sequence of growths and payouts is owed exactly once", () => {
  let known: KnownSurplus[] = []
  for (const owed of ["1", "1", "2.5", "4", "4", "9.999999"]) {
    const next = plan(owed, ...known)
    const others = known.filter(({ id }) => next.do !== "raise" || id !== next.id)
    if (next.do !== "nothing") known = [...others, of("due", next.tokenAmount, next.id)]
    if (owed === "2.5" || owed === "4") known = known.map((one) => ({ ...one, state: "sent" }))
  }
  expect(known.map(({ id, tokenAmount }) => [id, tokenAmount])).toEqual([
    ["surplus_1", "2.5"],
    ["surplus_1_2", "1.5"],
    ["surplus_1_3", "5.999999"],
  ])
})
