import { findRepeatedRefunds } from "../refund-lifecycle"

const of = (payment_id: string, ...ids: string[]) => ids.map((id) => ({ id, payment_id }))

test.each([
  ["a refund that Medusa has", of("p", "ref_1"), ["ref_1"], []],
  ["two that Medusa has", of("p", "ref_1", "ref_2"), ["ref_1", "ref_2"], []],
  ["one that Medusa rolled back and that was not made again", of("p", "ref_1"), [], []],
  ["one that Medusa took back after another", of("p", "ref_1", "ref_2"), ["ref_1"], []],
  ["one that was made again", of("p", "ref_2", "ref_1"), ["ref_2"], ["ref_1"]],
  [
    "one that was made again at the third attempt",
    of("p", "ref_1", "ref_2", "ref_3"),
    ["ref_3"],
    ["ref_1", "ref_2"],
  ],
  ["one beside a later one of another payment", [...of("p", "ref_1"), ...of("q", "ref_2")], ["ref_2"], []],
  ["none", [], [], []],
])("of %s", (_, recorded, known, repeated) => {
  expect(findRepeatedRefunds(recorded, new Set(known))).toEqual(repeated)
})
