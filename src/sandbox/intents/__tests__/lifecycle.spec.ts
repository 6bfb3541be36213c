import { openShop } from "../../deposits/__tests__/shop"
import {
  takeIntentStep,
  INTENT_STATUSES,
  INTENT_TRIGGERS,
  intentLifecycle,
  type IntentStatus,
} from "../stored-intent"

describe("the lifecycle of an intent", () => {
  it("reaches every status from active", () => {
    const reached = new Set<IntentStatus>(["active"])
    for (const status of reached) for (const next of Object.values(intentLifecycle[status])) reached.add(next)
    expect([...reached].sort()).toEqual([...INTENT_STATUSES].sort())
  })

  const pairs = INTENT_STATUSES.flatMap((status) =>
    INTENT_TRIGGERS.map((trigger) => [status, trigger] as const)
  )
  it.each(pairs)("accepts or refuses %s + %s as the table says", async (status, trigger) => {
    const { world, customer, intent } = openShop()
    const stored = world().intents.get((await intent(await customer())).id)
    stored.status = status
    const expected = intentLifecycle[status][trigger]
    if (expected) takeIntentStep(stored, trigger)
    else expect(() => takeIntentStep(stored, trigger)).toThrow("is not possible")
    expect(stored.status).toBe(expected ?? status)
  })
})
