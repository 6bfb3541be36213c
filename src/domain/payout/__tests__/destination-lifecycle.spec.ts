import { canDestinationMove, DESTINATION_STATES } from "../destination-lifecycle"

const edges = DESTINATION_STATES.flatMap((from) =>
  DESTINATION_STATES.filter((to) => canDestinationMove(from, to)).map((to) => `${from} -> ${to}`)
)

test("a destination is approved, then archived, and never comes back", () => {
  expect(edges).toEqual(["pending -> approved", "pending -> archived", "approved -> archived"])
})
