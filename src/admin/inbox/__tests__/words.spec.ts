import type { OnchainDelivery } from "../../../types/http"
import { english } from "../../__tests__/english"
import { rerunChoice } from "../words"

const STATES = Object.keys({
  received: true,
  processing: true,
  processed: true,
  ignored: true,
  dead: true,
} satisfies Record<OnchainDelivery["state"], true>)

describe("a webhook", () => {
  it.each(STATES)("that is %s has a name for it and a sentence", (state) => {
    expect(english(`deliveryState.${state}.name`)).toMatch(/^[A-Z]/)
    expect(english(`deliveryState.${state}.sentence`)).toMatch(/^[A-Z].+\.$/)
  })

  it.each([
    ["received", false],
    ["processing", false],
    ["processed", true],
    ["ignored", true],
    ["dead", true],
  ] as const)("that is %s can be run again: %p", (state, isPossible) => {
    const choice = rerunChoice({ state }, english)
    expect(choice.is_possible).toBe(isPossible)
    expect(choice.reason === null).toBe(isPossible)
  })
})
