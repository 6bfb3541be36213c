import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import type { WithdrawalRow } from "../../../modules/onchain/withdrawal-row"

/** @throws MedusaError `not_found` */
export async function findWithdrawal(container: MedusaContainer, id: string): Promise<WithdrawalRow> {
  const row = await container.resolve("onchain").payouts.withdrawals.store.find(id)
  if (row) return row
  throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no withdrawal ${id}.`)
}
