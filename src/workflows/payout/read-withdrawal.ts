import type { MedusaContainer } from "@medusajs/framework/types"
import { pauseBeforeLook, waitOf } from "../../domain/payout/withdrawal-check-schedule"
import { isOver } from "../../domain/payout/withdrawal-lifecycle"
import { compareAmounts } from "../../gateway/amount"
import type { Withdrawal } from "../../gateway/contract"
import type { WithdrawalUpdate } from "../../modules/onchain/payout/withdrawal-answers"
import type { WithdrawalRow } from "../../modules/onchain/payout/withdrawal-row"
import { transactionSyncOf } from "../finance/workers/sync-transactions"
import { unconfirmedInWords } from "./withdrawal-gateway-words"

export type WithdrawalSource = WithdrawalUpdate["source"]

export type WithdrawalReading =
  | { withdrawal: Withdrawal; source: WithdrawalSource }
  /** The service has no call that shows it, and no transaction names it yet. */
  | "unconfirmed"

/** `isListRead`: another reading of the same run has just read the list of transactions. */
export type ReadingEffort = { isListRead?: boolean }

/**
 * Reads a withdrawal by its own call, else in the service's list of withdrawals, else by its transaction: one
 * that has left is completed.
 *
 * @param gatewayId the service's identifier
 * @throws GatewayError when the service does not answer, or has no such withdrawal
 */
export async function readWithdrawal(
  container: MedusaContainer,
  gatewayId: string,
  { isListRead = false }: ReadingEffort = {}
): Promise<WithdrawalReading> {
  const { gateway, payouts } = container.resolve("onchain")
  if (gateway.hasWithdrawalReads)
    return { withdrawal: await gateway.getWithdrawal(gatewayId), source: "service" }
  if (!isListRead) await transactionSyncOf(container).readQuick()
  const { store, evidence } = payouts.withdrawals
  const [row, paid] = await Promise.all([store.findByGatewayId(gatewayId), evidence.paidOut(gatewayId)])
  if (!row || paid === null) return "unconfirmed"
  return { withdrawal: paidWithdrawal(row, gatewayId, paid), source: "transaction" }
}

/** What left, as a withdrawal of the service. Another amount than ours stays a contradiction for a person. */
export function paidWithdrawal(
  { chain, network_id: networkId, token, amount }: WithdrawalRow,
  id: string,
  paid: { amount: string | null; txHash: string | undefined }
): Withdrawal {
  const isGross = paid.amount !== null && compareAmounts(paid.amount, amount) === 0
  const left = isGross ? { amount } : { netAmount: paid.amount ?? undefined }
  return { id, status: "completed", chain, networkId, token, ...left, txHash: paid.txHash }
}

/**
 * Stores that nothing confirms its state yet, and when to look again. One that is over keeps the words of its
 * end.
 */
export async function postponeUnconfirmed(container: MedusaContainer, row: WithdrawalRow): Promise<void> {
  const { clock, options, payouts } = container.resolve("onchain")
  const { state, gateway_status, state_at } = row
  const inStateMs = Math.max(0, clock() - state_at.getTime())
  const pauseMs = pauseBeforeLook({ state, waitsFor: waitOf({ state, gateway_status }), inStateMs })
  const reason = isOver(state) ? row.last_error : unconfirmedInWords(options.assumptions)
  await payouts.withdrawals.checks.postpone(row, pauseMs, reason)
}
