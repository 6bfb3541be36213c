import type { MedusaContainer } from "@medusajs/framework/types"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import type { PersonsOutcome } from "../../../domain/withdrawal-choices"
import { readTransactionHash } from "../../../gateway/address"
import { GatewayError } from "../../../gateway/client/errors"
import type { WithdrawalRow } from "../../../modules/onchain/withdrawal-row"
import type { RequestActor } from "../../payout/steps/payout-actor"
import { payoutError } from "../../payout/steps/payout-error"
import { announceWithdrawal } from "./announce-withdrawal"
import { countWithdrawal } from "./count-withdrawal"
import { findWithdrawal } from "./find-withdrawal"
import { followWithdrawal } from "./follow-withdrawal"
import { assertMayEnd } from "./may-end"
import { ruledOutOf } from "./look-for-withdrawal"
import { mustBeUnpaid } from "./must-be-unpaid"
import { searchWithdrawal } from "./search-withdrawal"
import { tooLate } from "./too-late"
import { isUnreadable } from "./withdrawal-options"
import type { WithdrawalAnswer } from "./withdrawal-outcome"

export const endWithdrawalStepId = "end-onchain-withdrawal"

export type EndWithdrawalInput = {
  withdrawal_id: string
  outcome: PersonsOutcome
  /** How somebody has made sure. */
  note: string
  /** Of one whose answer was lost: the transaction by which it was paid. */
  tx_hash?: string | undefined
  /** What fits at the service and the person has compared: other payouts. */
  not_this?: string[] | undefined
  actor: RequestActor
}

/**
 * Ends a withdrawal by a person's word: one that the service has and has not shown for days, or one whose answer was lost, as
 * paid by the transaction that the person names. That one was not paid takes a search that proves it. The service is asked once more before: what it says counts.
 *
 * @throws MedusaError `forbidden`, `not_found`, `invalid_data` for no transaction of the chain, `conflict` when it can be followed, is over,
 *   or the transaction is another withdrawal's, or `not_allowed` when it may have been paid
 */
export const endWithdrawalStep = createStep(
  endWithdrawalStepId,
  async (input: EndWithdrawalInput, { container }) => {
    const row = await findWithdrawal(container, input.withdrawal_id)
    const { id: actorId } = await assertMayEnd(container, row, input.actor)
    const ended =
      row.state === "unclear"
        ? await endLost(container, row, input, actorId)
        : await endUntold(container, row, input, actorId)
    if (!ended) throw await tooLate(container, row.id, "end")
    countWithdrawal(container, row.state, ended)
    await announceWithdrawal(container, ended)
    return new StepResponse<WithdrawalAnswer>({ withdrawal_id: row.id, is_pending: false })
  }
)

async function endUntold(
  container: MedusaContainer,
  row: WithdrawalRow,
  { outcome, note, tx_hash, not_this = [] }: EndWithdrawalInput,
  actorId: string
): Promise<WithdrawalRow | undefined> {
  const { ends, store } = container.resolve("onchain").payouts.withdrawals
  if (!isUnreadable(row, await store.now())) return undefined
  const txHash = tx_hash === undefined ? null : await readHash(container, row, tx_hash)
  const told = await askOnceMore(container, row)
  if (told === "told") return undefined
  const ruledOut = ruledOutOf(row, not_this)
  if (outcome === "not_paid")
    await mustBeUnpaid(container, { ...row, ruled_out: ruledOut }, told === "missing")
  return ends.end(row, outcome, actorId, note, txHash, ruledOut)
}

/** That one was not paid takes proof: it is written off. That it was paid takes its transaction. */
async function endLost(
  container: MedusaContainer,
  row: WithdrawalRow,
  { outcome, note, tx_hash = "" }: EndWithdrawalInput,
  actorId: string
): Promise<WithdrawalRow | undefined> {
  const { ends } = container.resolve("onchain").payouts.withdrawals
  if (outcome === "not_paid") throw payoutError({ code: "absence_unproven", words: WRITE_OFF_INSTEAD })
  const txHash = await readHash(container, row, tx_hash)
  const searched = await searchOnceMore(container, row)
  return searched.state === "unclear" ? ends.endAsPaid(searched, txHash, actorId, note) : undefined
}

/** A service that is away keeps nobody from ending it: what it says later is compared. */
async function searchOnceMore(container: MedusaContainer, row: WithdrawalRow): Promise<WithdrawalRow> {
  try {
    return (await searchWithdrawal(container, row)).row
  } catch (error) {
    if (error instanceof GatewayError) return row
    throw error
  }
}

/** @throws MedusaError for what is no hash of the chain, or the transaction of another withdrawal */
async function readHash(container: MedusaContainer, row: WithdrawalRow, given: string): Promise<string> {
  const { ends } = container.resolve("onchain").payouts.withdrawals
  const txHash = readTransactionHash(row.chain, given)
  if (txHash === null) throw payoutError({ code: "transaction_malformed", words: noHash(row.chain) })
  const owner = await ends.ownerOf(txHash, row)
  if (owner === null) return txHash
  const words = `tx_hash: this is the transaction of withdrawal ${owner}. Give the one that paid this withdrawal.`
  throw payoutError({ code: "transaction_taken", words })
}

const WRITE_OFF_INSTEAD =
  "Its answer was lost. End it as paid with its transaction, or as not sent where it says that the provider does not have it."

function noHash(chain: string): string {
  return `tx_hash: this is no transaction hash of the chain ${chain}. Copy it from the block explorer or the provider's dashboard.`
}

/** Whether the service tells of it after all. Why it does not has been written beside it for days. */
async function askOnceMore(
  container: MedusaContainer,
  { gateway_withdrawal_id }: WithdrawalRow
): Promise<"told" | "missing" | "unreadable"> {
  if (gateway_withdrawal_id === null) return "missing"
  try {
    await followWithdrawal(container, gateway_withdrawal_id)
    return "told"
  } catch (error) {
    if (error instanceof GatewayError) return error.status === 404 ? "missing" : "unreadable"
    throw error
  }
}
