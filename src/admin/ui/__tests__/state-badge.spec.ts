import { isKnownState } from "../state-badge"

it("a state that a later version of the server has is none of ours", () => {
  expect(isKnownState("captured")).toBe(true)
  expect(isKnownState("toString")).toBe(false)
})
