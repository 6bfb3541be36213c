import type { World } from "../world"
import { plans, type Plan } from "./plans"

/** The plan the business is on at this moment. */
export function currentPlan({ business }: Pick<World, "business">): Plan {
  return plans[business.plan]
}
