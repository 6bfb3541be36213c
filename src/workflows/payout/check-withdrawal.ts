import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { isWholeAmount, reasonAgainstBeing } from "../../domain/payout/withdrawal-search"
import { isWrittenOff } from "../../domain/payout/withdrawal-standing"
import { GatewayError } from "../../gateway/client/errors"
import { withdrawalPhase } from "../../gateway/contract"
import type { WithdrawalRow } from "../../modules/onchain/payout/withdrawal-change"
import { transactionSyncOf } from "../finance/workers/sync-transactions"
import { executeWithdrawal } from "./execute-withdrawal"
import { followWithdrawal, recordWithdrawal } from "./follow-withdrawal"
import { assertPayoutAllowed, type RequestActor } from "./payout-access"
import {
  assertMayEnd,
  conflictError,
  findWithdrawal,
  paidWithdrawal,
  postponeUnconfirmed,
  type WithdrawalAnswer,
  type WithdrawalReading,
} from "./withdrawal-outcome"
import { searchWithdrawal } from "./search-withdrawal"
import { explainUnreachable } from "./request-withdrawal"
import { notNamedInWords, reasonAgainstBeingInWords } from "./withdrawal-gateway-words"

type CheckWithdrawalInput = { withdrawal_id: string; actor: RequestActor }

/**
 * Polls the service for a withdrawal, for an admin who does not want to wait for the job.
 *
 * One that is being sent is polled by repeating its call, which moves the money if it has not arrived: that
 * takes a user who may move money out, and the pause of the last answer.
 *
 * @throws MedusaError `not_found`; `forbidden`; `conflict` when nothing was sent; `not_allowed` when the
 * service does not answer
 */
export async function checkWithdrawal(
  container: MedusaContainer,
  { withdrawal_id, actor }: CheckWithdrawalInput
): Promise<WithdrawalAnswer> {
  const row = await findWithdrawal(container, withdrawal_id)
  await check(container, row, actor)
  return { withdrawal_id: row.id, is_pending: false }
}

async function check(container: MedusaContainer, row: WithdrawalRow, actor: RequestActor): Promise<void> {
  const { claims } = container.resolve("onchain").payouts.withdrawals
  if (row.gateway_withdrawal_id !== null) {
    const followed = await followWithdrawal(container, row.gateway_withdrawal_id).catch(explainUnreachable)
    if (followed.kind === "unconfirmed") await postponeUnconfirmed(container, row)
  } else if (row.state === "sending") {
    await assertPayoutAllowed(container, actor)
    const claim = await claims.resume(row.id)
    if (claim) await executeWithdrawal(container, claim)
  } else if (row.state === "unknown" || isWrittenOff(row)) {
    await searchWithdrawal(container, row).catch(explainUnreachable)
  } else throw await conflictError(container, row.id, "check")
}

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
