import type { Say } from "../demo/progress"
import type { PlannedOrder } from "./plan/plan"
import type { Shop } from "./shopper/shop"
import type { VisitRecord } from "./shopper/visit"

/**
 * Lets shoppers in, a few at once, in the order of the plan.
 *
 * @param options.onBegin called as each one begins, who waits for it
 */
export async function letIn(
  shop: Shop,
  plan: readonly PlannedOrder[],
  options: { atOnce: number; say: Say; onBegin(index: number): Promise<void> }
): Promise<VisitRecord[]> {
  const { atOnce, say, onBegin } = options
  const visits: VisitRecord[] = []
  const waiting = [...plan]
  const step = Math.max(1, Math.ceil(plan.length / 20))
  const startedAt = Date.now()
  const takeTurns = async () => {
    for (let planned = waiting.shift(); planned; planned = waiting.shift()) {
      await onBegin(planned.index)
      visits.push(await shop.visit(planned))
      if (visits.length % step > 0) continue
      const perMinute = Math.round((visits.length * 60_000) / (Date.now() - startedAt))
      say(`${visits.length} of ${plan.length} shoppers through the checkout, ${perMinute} a minute`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, takeTurns))
  return visits.sort((a, b) => a.index - b.index)
}
