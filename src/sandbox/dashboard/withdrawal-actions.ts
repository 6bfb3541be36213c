import { z } from "zod"
import { withdrawFromDashboard } from "../withdrawals/dashboard-withdrawal"
import { withdrawalToContract } from "../withdrawals/withdrawal-view"
import { change, view } from "./dashboard-action"

/** Withdrawals a person orders: without a quote, at the plan's fee for that. */
export const withdrawalActions = [
  view("/withdrawals", ({ withdrawals, assumptions }) =>
    withdrawals.all().map((withdrawal) => withdrawalToContract(withdrawal, assumptions))
  ),
  change("/withdrawals", z.unknown(), (world, body) =>
    withdrawalToContract(withdrawFromDashboard(world, body), world.assumptions)
  ),
]
