import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { isWholeAmount, reasonAgainstBeing } from "../../domain/payout/withdrawal-search"
import { GatewayError } from "../../gateway/client/errors"
import { withdrawalPhase } from "../../gateway/contract"
import type { WithdrawalRow } from "../../modules/onchain/payout/withdrawal-row"
import { transactionSyncOf } from "../finance/workers/transaction-sync"
import { recordWithdrawal } from "./follow-withdrawal"
import type { RequestActor } from "./payout-access"
import { paidWithdrawal, type WithdrawalReading } from "./read-withdrawal"
import { explainUnreachable } from "./withdrawal-asset"
import { notNamedInWords, reasonAgainstBeingInWords } from "./withdrawal-gateway-words"
import { assertMayEnd, findWithdrawal, conflictError, type WithdrawalAnswer } from "./withdrawal-outcome"

type AdoptWithdrawalInput = {
  withdrawal_id: string
  /** The service's identifier, as its dashboard shows it. */
  gateway_withdrawal_id: string
  actor: RequestActor
}

/**
 * Matches a withdrawal whose answer was lost with one of the service. Its state there decides the rest. Where
 * the service shows no withdrawal, a payout in its transactions has to name it.
 *
 * @throws MedusaError `forbidden`, `not_found`, `conflict`, or `not_allowed` when it cannot be that one
 */
export async function adoptWithdrawal(
  container: MedusaContainer,
  { withdrawal_id, gateway_withdrawal_id, actor }: AdoptWithdrawalInput
): Promise<WithdrawalAnswer> {
  const { payouts } = container.resolve("onchain")
  const row = await findWithdrawal(container, withdrawal_id)
  const { id: actorId } = await assertMayEnd(container, row, actor)
  if (row.state !== "sending" && row.state !== "unknown")
    throw await conflictError(container, row.id, "adopt")
  const askedAt = await payouts.withdrawals.store.now()
  const { withdrawal, source } = await readNamed(container, row, gateway_withdrawal_id)
  const end = { action: "withdrawal.adopted", actorId } as const
  const adopted = await recordWithdrawal(container, row, withdrawal, {
    askedAt,
    source,
    end,
  })
  if (adopted.gateway_withdrawal_id !== withdrawal.id) throw await conflictError(container, row.id, "adopt")
  return { withdrawal_id: row.id, is_pending: false }
}

/** What the service has under the identifier, where nothing speaks against it. @throws MedusaError `not_allowed` */
async function readNamed(
  container: MedusaContainer,
  row: WithdrawalRow,
  id: string
): Promise<Exclude<WithdrawalReading, "unconfirmed">> {
  const { gateway, payouts } = container.resolve("onchain")
  const owner = await payouts.withdrawals.store.findByGatewayId(id)
  if (owner && owner.id !== row.id) throw notThisOne(id, `it is withdrawal ${owner.id}`)
  if (!gateway.hasWithdrawalReads) return readPaid(container, row, id)
  const withdrawal = await gateway.getWithdrawal(id).catch(explainMissing)
  const reason = reasonAgainstBeing(row, withdrawal, withdrawalPhase(withdrawal.status))
  if (reason !== null) throw notThisOne(id, reasonAgainstBeingInWords(reason))
  return { withdrawal, source: "service" }
}

/** More payouts than match one withdrawal. */
const MOST_SIGNS = 1_000

/** By its transaction, where the service has no call that shows a withdrawal. */
async function readPaid(container: MedusaContainer, row: WithdrawalRow, id: string) {
  await transactionSyncOf(container).readQuick().catch(explainUnreachable)
  const { evidence } = container.resolve("onchain").payouts.withdrawals
  const [paid, signs] = await Promise.all([evidence.paidOut(id), evidence.signsOf(row, MOST_SIGNS)])
  if (paid === null) throw new MedusaError(MedusaError.Types.NOT_ALLOWED, notNamedInWords(id))
  const matches = signs.some(({ reference }) => reference === id) && isWholeAmount(paid.amount, row)
  if (!matches) throw notThisOne(id, "its transaction has another asset, amount or time")
  return { withdrawal: paidWithdrawal(row, id, paid), source: "transaction" as const }
}

function notThisOne(id: string, reason: string): MedusaError {
  return new MedusaError(MedusaError.Types.NOT_ALLOWED, `${id} is not this one: ${reason}.`)
}

function explainMissing(error: unknown): never {
  if (error instanceof GatewayError && error.status === 404)
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      "The provider knows no withdrawal with this identifier."
    )
  return explainUnreachable(error)
}
