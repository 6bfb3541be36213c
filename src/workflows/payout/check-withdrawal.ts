import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { isWholeAmount, reasonAgainstBeing } from "../../domain/payout/payout-evidence"
import { isWrittenOff } from "../../domain/payout/withdrawal-decisions"
import { GatewayError } from "../../gateway/client/errors"
import { withdrawalPhase } from "../../gateway/contract"
import { explainUnreachable } from "../../modules/onchain/health/gateway-advice"
import type { WithdrawalRow } from "../../modules/onchain/payout/withdrawal-store"
import type { OnchainAdoptWithdrawalBody } from "../../types/http"
import { executeWithdrawal } from "./execute-withdrawal"
import { readWithdrawal, recordWithdrawal, type WithdrawalReading } from "./follow-withdrawal"
import {
  type ActionInput,
  assertPayoutAllowed,
  conflictError,
  findToEnd,
  findWithdrawal,
} from "./payout-access"
import { reasonAgainstBeingInWords } from "./payout-words"
import { lookUpWithdrawal } from "./search-withdrawal"
import { say, type Words } from "../../words/say"
import { refused } from "../refusal-code"

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
  { withdrawal_id, actor }: ActionInput
): Promise<{ withdrawal_id: string }> {
  const { store } = container.resolve("onchain").payouts.withdrawals
  const row = await findWithdrawal(container, withdrawal_id)
  if (row.gateway_withdrawal_id === null && row.state === "sending") {
    await assertPayoutAllowed(container, actor)
    const claim = await store.takeCall(row.id)
    if (claim) await executeWithdrawal(container, claim)
  } else if (row.gateway_withdrawal_id !== null || row.state === "unknown" || isWrittenOff(row))
    await lookUpWithdrawal(container, row).catch(explainUnreachable)
  else throw await conflictError(container, row.id, "check")
  return { withdrawal_id }
}

/**
 * Matches a withdrawal whose answer was lost with one of the service. Its state there decides the rest. Where
 * the service shows no withdrawal, a payout in its transactions has to name it.
 *
 * @throws MedusaError `forbidden`, `not_found`, `conflict`, or `not_allowed` when it cannot be that one
 */
export async function adoptWithdrawal(
  container: MedusaContainer,
  input: ActionInput<OnchainAdoptWithdrawalBody>
): Promise<{ withdrawal_id: string }> {
  const { withdrawal_id, gateway_withdrawal_id } = input
  const { payouts } = container.resolve("onchain")
  const { row, actorId } = await findToEnd(container, input)
  if (row.state !== "sending" && row.state !== "unknown")
    throw await conflictError(container, row.id, "adopt")
  const askedAt = await payouts.withdrawals.store.now()
  const { withdrawal, source } = await readNamed(container, row, gateway_withdrawal_id)
  const facts = { askedAt, source, adoptedBy: actorId }
  const adopted = await recordWithdrawal(container, row, withdrawal, facts)
  if (adopted.gateway_withdrawal_id !== withdrawal.id) throw await conflictError(container, row.id, "adopt")
  return { withdrawal_id }
}

/** More payouts than match one withdrawal. */
const MOST_SIGNS = 1_000

/**
 * What the service has under the identifier, where nothing speaks against it: by its own call, else by the transaction.
 *
 * @throws MedusaError `not_allowed`
 */
async function readNamed(
  container: MedusaContainer,
  row: WithdrawalRow,
  id: string
): Promise<Exclude<WithdrawalReading, "unconfirmed">> {
  const { store, evidence } = container.resolve("onchain").payouts.withdrawals
  const owner = await store.findByGatewayId(id)
  if (owner && owner.id !== row.id)
    throw notThisOne(id, say("not_this_one.owner", { withdrawalId: owner.id }))
  const reading = await readWithdrawal(container, id, {}, row).catch(explainMissing)
  if (reading === "unconfirmed")
    throw refused(MedusaError.Types.NOT_ALLOWED, say("not_found.in_transactions", { id }))
  const { withdrawal, source } = reading
  if (source === "transaction") {
    const signs = await evidence.signsOf(row, MOST_SIGNS)
    const left = withdrawal.amount ?? withdrawal.netAmount ?? null
    if (!signs.some(({ reference }) => reference === id) || !isWholeAmount(left, row))
      throw notThisOne(id, say("not_this_one.other_transaction"))
    return reading
  }
  const reason = reasonAgainstBeing(row, withdrawal, withdrawalPhase(withdrawal.status))
  if (reason !== null) throw notThisOne(id, reasonAgainstBeingInWords(reason))
  return reading
}

function notThisOne(id: string, reason: Words): MedusaError {
  return refused(MedusaError.Types.NOT_ALLOWED, say("not_this_one", { id, reason }))
}

function explainMissing(error: unknown): never {
  if (error instanceof GatewayError && error.status === 404)
    throw refused(MedusaError.Types.NOT_ALLOWED, say("not_found.at_provider"))
  return explainUnreachable(error)
}
