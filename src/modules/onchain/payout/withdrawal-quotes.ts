import { createHash } from "node:crypto"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { ApprovalRule } from "../../../domain/payout/payout-gate"
import type { Quote } from "../../../gateway/contract"
import type { Scope } from "../work/scope"
import { actOn, type ActionResult } from "./locked-withdrawal"
import { changeWithdrawal, withId } from "./withdrawal-change"
import type { WithdrawalRow } from "./withdrawal-row"

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
