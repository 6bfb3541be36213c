import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { createHash } from "node:crypto"
import { countedDestinationState } from "../../../domain/payout/destination"
import type { Approval, ApprovalRule } from "../../../domain/payout/payout-gate"
import {
  reasonAgainst,
  type WithdrawalAction,
  type WithdrawalObstacle,
} from "../../../domain/payout/withdrawal-choices"
import { lastAction, type WithdrawalRefusal } from "../../../domain/payout/withdrawal-consent"
import type { WithdrawalStanding } from "../../../domain/payout/withdrawal-standing"
import type { Quote } from "../../../gateway/contract"
import { inScope, ownRows, type Scope } from "../work/claim"
import type { DestinationRow } from "./destination-list"
import { findOwnAddress } from "./destinations"
import {
  changeWithdrawal,
  findOtherPayout,
  lockPaymentOf,
  type WithdrawalRow,
  withId,
} from "./withdrawal-change"

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

export type QuotingWithdrawal = WithdrawalRow & { quote_key: string }

/** After this, another process may request a quote. */
const LEASE_MS = 30_000
const HASH_LENGTH = 12

/** Part of every key of a withdrawal: its id is too long for a service with short keys. */
export function hashOf(id: string): string {
  return createHash("sha256").update(id).digest("hex").slice(0, HASH_LENGTH)
}

/** Without a quote nothing can have been confirmed. */
export const QUOTE_CLEARED = `quote_id = NULL, quote_key = NULL, quote_lease_expires_at = NULL, quote_fee = NULL, quote_net = NULL,
  quoted_at = NULL, quote_expires_at = NULL, confirmed_by = NULL, confirmed_by_owner = NULL, confirmed_at = NULL,
  approved_by = NULL, approved_at = NULL`

/**
 * Who may request a quote, and under which key. Nothing moves.
 *
 * While a claim is out the quote before cannot be confirmed. An answer that outlives its lease changes
 * nothing.
 */
export class WithdrawalQuotes {
  constructor(
    private readonly knex: Knex,
    private readonly options: Scope & ApprovalRule
  ) {}

  /**
   * Claims the next quote: refused while another one is requested, when it was sent, and beside another
   * payout of its refund.
   */
  claim(id: string): Promise<ActionResult<QuotingWithdrawal>> {
    const approval = this.options.payouts.approval
    return actOn<QuotingWithdrawal>(
      this.knex,
      this.options,
      { id, action: "quote", approval },
      async (transaction) => {
        const claimed = await transaction.raw(
          `UPDATE onchain_withdrawal SET quote_count = quote_count + 1, revision = revision + 1, updated_at = now(),
           quote_key = 'wd_quote_' || (quote_count + 1) || '_' || ?,
           quote_lease_expires_at = now() + ? * interval '1 millisecond'
         WHERE id = ? RETURNING *`,
          [hashOf(id), LEASE_MS, id]
        )
        return claimed.rows[0]
      }
    )
  }

  /** What was confirmed stays confirmed: the approver reads this quote. */
  store(claim: QuotingWithdrawal, quote: Quote, actorId: string): Promise<WithdrawalRow | undefined> {
    return changeWithdrawal(this.knex, {
      from: claim.state,
      to: claim.confirmed_by === null ? "quoted" : "awaiting_approval",
      set: {
        sql: `quote_id = ?, quote_fee = ?, quote_net = ?, quoted_at = now(), quote_expires_at = ?,
          quote_lease_expires_at = NULL`,
        bindings: [quote.id, quote.fee ?? null, quote.netAmount ?? null, quote.expiresAt ?? null],
      },
      where: this.held(claim),
      reason: null,
      action: "withdrawal.quoted",
      actorId,
    })
  }

  /**
   * Ends a request without a quote: a withdrawal that never had one is refused, else a person may request
   * again.
   */
  refuse(claim: QuotingWithdrawal, reason: string, actorId: string): Promise<WithdrawalRow | undefined> {
    return changeWithdrawal(this.knex, {
      from: claim.state,
      to: claim.quote_count === 1 ? "refused" : "requested",
      set: { sql: QUOTE_CLEARED, bindings: [] },
      where: this.held(claim),
      reason,
      action: "withdrawal.quote_refused",
      actorId,
    })
  }

  /** Records a missing answer. The quote before, if any, can be confirmed again. */
  async giveBack({ id, quote_key }: QuotingWithdrawal, reason: string): Promise<void> {
    await this.knex.raw(
      `UPDATE onchain_withdrawal SET quote_lease_expires_at = NULL, last_error = ?, updated_at = now()
       WHERE id = ? AND quote_key = ? AND state IN ('requested', 'quoted', 'awaiting_approval')`,
      [reason.slice(0, 1_000), id, quote_key]
    )
  }

  private held({ id, quote_key }: QuotingWithdrawal) {
    return withId(id, "w.quote_key = ? AND w.quote_lease_expires_at > now()", [quote_key])
  }
}
