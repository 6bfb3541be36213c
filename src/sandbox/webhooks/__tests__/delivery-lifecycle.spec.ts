import {
  DELIVERY_STATES,
  DELIVERY_TRIGGERS,
  deliveryLifecycle,
  replayRefusals,
  retryRefusals,
  type DeliveryState,
  takeDeliveryStep,
  type Delivery,
} from "../delivery"

const deliveryIn = (state: DeliveryState): Delivery => ({
  ...{ id: "whk_1", event: "invoice.paid", subjectId: "inv_1", body: Buffer.from("{}") },
  ...{ attempts: [], scheduledAttempts: 0, state },
})

describe("the lifecycle of a delivery", () => {
  it("reaches every state from queued", () => {
    const reached = new Set<DeliveryState>(["queued"])
    for (const state of reached) for (const next of Object.values(deliveryLifecycle[state])) reached.add(next)
    expect([...reached].sort()).toEqual([...DELIVERY_STATES].sort())
  })

  const pairs = DELIVERY_STATES.flatMap((state) =>
    DELIVERY_TRIGGERS.map((trigger) => [state, trigger] as const)
  )
  it.each(pairs)("accepts or refuses %s + %s as the table says", (state, trigger) => {
    const delivery = deliveryIn(state)
    const expected = deliveryLifecycle[state][trigger]
    if (expected) takeDeliveryStep(delivery, trigger)
    else expect(() => takeDeliveryStep(delivery, trigger)).toThrow("is not possible")
    expect(delivery.state).toBe(expected ?? state)
  })

  it.each(DELIVERY_STATES)(
    "lets an operator retry and replay %s exactly where the lifecycle has the step",
    (state) => {
      expect(retryRefusals[state] === null).toBe(deliveryLifecycle[state].retried_by_hand !== undefined)
      expect(replayRefusals[state] === null).toBe(deliveryLifecycle[state].replayed_by_hand !== undefined)
    }
  )
})
