import type { MedusaContainer } from "@medusajs/framework/types"
import { pauseBeforeLook, waitOf } from "../../domain/payout/withdrawal-check-schedule"
import { isOver } from "../../domain/payout/withdrawal-lifecycle"
import { compareAmounts } from "../../gateway/amount"
import type { Withdrawal } from "../../gateway/contract"
import type { WithdrawalUpdate } from "../../modules/onchain/payout/withdrawal-answers"
import type { WithdrawalRow } from "../../modules/onchain/payout/withdrawal-row"
import { transactionSyncOf } from "../finance/workers/transaction-sync"

export type WithdrawalSource = WithdrawalUpdate["source"]

export type WithdrawalReading =
  | { withdrawal: Withdrawal; source: WithdrawalSource }
  /** The service has no call that shows it, and no transaction names it yet. */
  | "unconfirmed"

/**
 * Reads a withdrawal by its own call, else in the service's list of withdrawals, else by its transaction: one
 * that has left is completed.
 *
 * @param gatewayId the service's identifier
 * @throws GatewayError when the service does not answer, or has no such withdrawal
 */
export async function readWithdrawal(
  container: MedusaContainer,
  gatewayId: string
): Promise<WithdrawalReading> {
  const { gateway, payouts } = container.resolve("onchain")
  if (gateway.hasWithdrawalReads)
    return { withdrawal: await gateway.getWithdrawal(gatewayId), source: "service" }
  await transactionSyncOf(container).readQuick()
  const { store, evidence } = payouts.withdrawals
  const [row, paid] = await Promise.all([store.findByGatewayId(gatewayId), evidence.paidOut(gatewayId)])
  if (!row || paid === null) return "unconfirmed"
  return { withdrawal: { ...termsOf(row, paid.amount), txHash: paid.txHash }, source: "transaction" }
}

/** What left, as a withdrawal. Another amount than ours stays a contradiction for a person. */
function termsOf(row: WithdrawalRow, amount: string | null): Withdrawal {
  const isGross = amount !== null && compareAmounts(amount, row.amount) === 0
  return {
    id: row.gateway_withdrawal_id ?? "",
    status: "completed",
    chain: row.chain,
    networkId: row.network_id,
    token: row.token,
    ...(isGross ? { amount } : { netAmount: amount ?? undefined }),
  }
}

/** Stores that nothing confirms its state yet, and when to look again. */
export async function postponeUnconfirmed(container: MedusaContainer, row: WithdrawalRow): Promise<void> {
  if (isOver(row.state)) return
  const { state, gateway_status, state_at } = row
  const inStateMs = Math.max(0, container.resolve("onchain").clock() - state_at.getTime())
  const pauseMs = pauseBeforeLook({ state, waitsFor: waitOf({ state, gateway_status }), inStateMs })
  await container.resolve("onchain").payouts.withdrawals.checks.postpone(row, pauseMs, UNCONFIRMED)
}

const UNCONFIRMED =
  "The provider has no call that shows a withdrawal, and none of its transactions names this one yet. It is completed as soon as one does."
