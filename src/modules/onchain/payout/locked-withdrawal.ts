import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { countedDestinationState } from "../../../domain/payout/destination-lifecycle"
import type { Approval } from "../../../domain/payout/payout-gate"
import type { WithdrawalAction, WithdrawalObstacle } from "../../../domain/payout/withdrawal-choices"
import { reasonAgainst } from "../../../domain/payout/withdrawal-choices"
import type { WithdrawalRefusal } from "../../../domain/payout/withdrawal-consent"
import { lastAction } from "../../../domain/payout/withdrawal-consent"
import type { WithdrawalStanding } from "../../../domain/payout/withdrawal-standing"
import { inScope, ownRows, type Scope } from "../work/scope"
import type { DestinationRow } from "./destination-list"
import { findOwnAddress } from "./destinations"
import { findOtherPayout, lockPaymentOf } from "./withdrawal-change"
import type { WithdrawalRow } from "./withdrawal-row"

/** The row as it now is, or why nothing changed. */
export type ActionResult<Row = WithdrawalRow> =
  { kind: "done"; row: Row } | { kind: "refused"; refusal: WithdrawalRefusal }

/**
 * Reads all that decides what can be done with a withdrawal. Under its lock nothing of that changes before
 * the transaction ends.
 *
 * @throws Error when there is no such withdrawal: none is ever deleted
 */
export async function readStanding(
  knex: Knex,
  scope: Scope,
  id: string,
  approval: Approval
): Promise<WithdrawalStanding<WithdrawalRow>> {
  const row = await ownRows<WithdrawalRow>(knex, scope, "onchain_withdrawal").where("id", id).first()
  if (!row) throw new Error(`withdrawal ${id} is gone; withdrawals are never deleted`)
  const destination = await knex<DestinationRow>("onchain_payout_destination")
    .where({ id: row.destination_id })
    .whereNull("deleted_at")
    .first("state", "has_second_approval")
  const { rows } = await knex.raw("SELECT clock_timestamp() AS now")
  return {
    row,
    now: rows[0].now,
    destinationState: destination ? countedDestinationState(destination, approval) : "archived",
    isOwnAddress: (await findOwnAddress(knex, row.chain, row.destination_address)) !== null,
    otherPayout: (await findOtherPayout(knex, row)) ?? null,
  }
}

/**
 * Locks a withdrawal with what its decisions share: the payment that it refunds, its row, its refund, then its destination against
 * being archived. A shared limit takes its advisory lock before.
 */
export async function lockWithdrawal(
  transaction: Knex,
  scope: Scope,
  id: string,
  approval: Approval
): Promise<WithdrawalStanding<WithdrawalRow>> {
  await lockPaymentOf(transaction, id)
  const own = inScope(scope)
  const { rows } = await transaction.raw(
    `SELECT refund_id, destination_id FROM onchain_withdrawal WHERE id = ? AND ${own.sql} FOR UPDATE`,
    [id, ...own.bindings]
  )
  const [locked] = rows
  if (locked?.refund_id)
    await transaction.raw("SELECT 1 FROM onchain_refund WHERE id = ? FOR UPDATE", [locked.refund_id])
  if (locked)
    await transaction.raw("SELECT 1 FROM onchain_payout_destination WHERE id = ? FOR SHARE", [
      locked.destination_id,
    ])
  return readStanding(transaction, scope, id, approval)
}

/**
 * Decides about a person's action as the screen offers it, and writes it in the same transaction.
 *
 * @param revision of the row that the decision was prepared with; another one is a conflict
 * @param write changes the row by its id
 */
export function actOn<Row extends WithdrawalRow = WithdrawalRow>(
  knex: Knex,
  scope: Scope,
  {
    id,
    action,
    approval,
    revision,
  }: { id: string; action: WithdrawalAction; approval: Approval; revision?: number },
  write: (
    transaction: Knex,
    standing: WithdrawalStanding<WithdrawalRow>
  ) => Promise<Row | WithdrawalRefusal | undefined>
): Promise<ActionResult<Row>> {
  return knex.transaction(async (transaction) => {
    const standing = await lockWithdrawal(transaction, scope, id, approval)
    const why = reasonAgainst(action, standing)
    const isOther = revision !== undefined && revision !== standing.row.revision
    const written = why === null && !isOther ? await write(transaction, standing) : undefined
    if (written && "id" in written) return { kind: "done", row: written }
    return { kind: "refused", refusal: written ?? notPossible(standing, why) }
  })
}

/** Names the last action that stands against this one. */
export function notPossible({ row }: WithdrawalStanding, why: WithdrawalObstacle | null): WithdrawalRefusal {
  return { code: "already_done", reason: "not_possible", past: lastAction(row), why }
}
