import type { MedusaContainer } from "@medusajs/framework/types"
import { findMissedRefundsWorkflow } from "../workflows/refund/workflows/find-missed-refunds"

/** Records refunds of Medusa that our provider was never asked for, and takes back those that were made twice. */
export default async function findMissedRefunds(container: MedusaContainer): Promise<void> {
  await findMissedRefundsWorkflow(container).run()
}

export const config = {
  name: "onchain-find-missed-refunds",
  schedule: "* * * * *",
}
