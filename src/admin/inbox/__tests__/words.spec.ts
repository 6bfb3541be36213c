import { describeEntry } from "../../ui/names"
import type { OnchainDelivery } from "../../../types/http"
import { english } from "../../__tests__/english"
import { DELIVERY_HISTORY_WORDING, rerunChoice } from "../words"

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

  it.each([
    ["webhook_delivery.rerun", "Run again"],
    ["delivery.rerun", "Run again"],
    ["delivery.eaten", "delivery.eaten"],
  ])("%s reads %p", (action, words) => {
    expect(describeEntry(action, "deliveryHistory", DELIVERY_HISTORY_WORDING, english)).toBe(words)
  })
})
