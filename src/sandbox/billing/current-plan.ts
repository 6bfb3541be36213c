import type { BusinessSettings } from "../business/business"
import { plans, type Plan } from "./plans"

/** The plan the business is on at this moment. */
export function currentPlan({ business }: { business: Pick<BusinessSettings, "plan"> }): Plan {
  return plans[business.plan]
}
