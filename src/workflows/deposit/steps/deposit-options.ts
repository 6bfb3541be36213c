import type { MedusaContainer } from "@medusajs/framework/types"
import { depositChoices } from "../../../domain/deposit-choices"
import { isConfirmed, type DepositRow } from "../../../modules/onchain/deposit-row"
import type { OnchainDepositDetail } from "../../../types/http"
import { loadCandidates } from "./deposit-candidates"

/** What an operator can do with a deposit now, and the payments it can be assigned to. */
export async function loadDepositOptions(
  container: MedusaContainer,
  deposit: DepositRow
): Promise<Pick<OnchainDepositDetail, "candidates" | "choices">> {
  const { options } = container.resolve("onchain")
  const candidates = await loadCandidates(container, deposit)
  const choices = depositChoices({
    state: deposit.state,
    isConfirmed: isConfirmed(deposit),
    assignmentStatus: deposit.assignment_status,
    isSupported: deposit.is_supported,
    hasCustomer: deposit.customer_id !== null,
    hasSender: deposit.from_address !== null,
    hasPayoutKey: options.payoutApiKey !== undefined,
    candidates: candidates.length,
    toleranceBps: options.deposits.toleranceBps,
  })
  return { candidates, choices }
}
