import { english } from "../../__tests__/english"
import { HISTORY_WORDING } from "../../deposit/words"
import { DELIVERY_HISTORY_WORDING } from "../../inbox/words"
import { PAYMENT_HISTORY_WORDING } from "../../payment/words"
import { DESTINATION_HISTORY_WORDING } from "../../payout/destination/words"
import { WITHDRAWAL_HISTORY_WORDING } from "../../payout/state-words"
import { REFUND_HISTORY_WORDING } from "../../refund/words"
import { describeEntry } from "../names"
import { isKnownState } from "../state-badge"

describe.each([
  ["deposit", "history", HISTORY_WORDING],
  ["payment", "paymentHistory", PAYMENT_HISTORY_WORDING],
  ["refund", "refundHistory", REFUND_HISTORY_WORDING],
  ["withdrawal", "withdrawalHistory", WITHDRAWAL_HISTORY_WORDING],
  ["destination", "destinationHistory", DESTINATION_HISTORY_WORDING],
  ["delivery", "deliveryHistory", DELIVERY_HISTORY_WORDING],
] as const)("the history of a %s", (noun, group, wording) => {
  it("has words for every entry, and shows one without words as it came", () => {
    const read = (action: string) => describeEntry(action, group, wording, english)
    for (const [name, words] of Object.entries(wording)) expect(read(`${noun}.${name}`)).toBe(words)
    expect(read(`${noun}.moved_to_mars`)).toBe(`${noun}.moved_to_mars`)
  })
})

it("a webhook that was run again is named by its older name too", () => {
  const read = (action: string) => describeEntry(action, "deliveryHistory", DELIVERY_HISTORY_WORDING, english)
  expect(read("webhook_delivery.rerun")).toBe(read("delivery.rerun"))
})

it("a state that a later version of the server has is none of ours", () => {
  expect(isKnownState("captured")).toBe(true)
  expect(isKnownState("toString")).toBe(false)
})
