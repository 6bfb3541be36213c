import { createHash } from "node:crypto"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { TODAYS_RATE_HOURS } from "../../domain/todays-rate-age"
import type { Quote } from "../../gateway/contract"
import { PAYS_ALONE } from "./other-payouts"
import { changeWithdrawal, withId } from "./withdrawal-change"
import type { WithdrawalRow } from "./withdrawal-row"

/** A withdrawal for which this process asks for a quote. */
export type QuotingWithdrawal = WithdrawalRow & { quote_key: string }

/** A quote that is not there by then is not waited for any more: somebody else may ask for another one. */
const LEASE_MS = 30_000
const HASH_LENGTH = 12

/** Part of every key of a withdrawal: its id is too long for a service with short keys. */
export function hashOf(id: string): string {
  return createHash("sha256").update(id).digest("hex").slice(0, HASH_LENGTH)
}

/** What a refund comes to at today's rate is paid today. @see todaysRateProblem */
export const HAS_GOOD_RATE = `(w.rate_basis IS DISTINCT FROM 'today' OR w.created_at > now() - interval '${TODAYS_RATE_HOURS} hours')`

/** Without a quote there is nothing that somebody could have confirmed. */
export const QUOTE_CLEARED = `quote_id = NULL, quote_key = NULL, quote_lease_expires_at = NULL, quote_fee = NULL, quote_net = NULL,
  quoted_at = NULL, quote_expires_at = NULL, confirmed_by = NULL, confirmed_by_owner = NULL, confirmed_at = NULL,
  approved_by = NULL, approved_at = NULL`

/**
 * Who may ask for a quote, under which key, and what came of it. Nothing moves by it.
 *
 * A claim and its lease are one statement; nobody confirms the quote before while it is out. An answer that outlives its
 * lease changes nothing.
 */
export class WithdrawalQuotes {
  constructor(private readonly knex: Knex) {}

  /** Claims the next quote. @returns undefined when somebody is at it, or something was sent, of another payout of the refund too */
  async claim(id: string): Promise<QuotingWithdrawal | undefined> {
    const claimed = await this.knex.raw(
      `UPDATE onchain_withdrawal AS w SET quote_count = w.quote_count + 1, revision = w.revision + 1, updated_at = now(),
         quote_key = 'wd_quote_' || (w.quote_count + 1) || '_' || ?,
         quote_lease_expires_at = now() + ? * interval '1 millisecond'
       WHERE w.id = ? AND w.state IN ('requested', 'quoted', 'awaiting_approval') AND w.deleted_at IS NULL
         AND (w.quote_lease_expires_at IS NULL OR w.quote_lease_expires_at <= now()) AND ${PAYS_ALONE}
         AND ${HAS_GOOD_RATE} RETURNING w.*`,
      [hashOf(id), LEASE_MS, id]
    )
    return claimed.rows[0]
  }

  /** Stores a quote. What was confirmed stays confirmed: the one who approves reads this quote. */
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

  /** Ends a request without a quote: one that never had any is refused, else a person may ask again. */
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

  /** Notes that there was no answer. The quote before, if there is one, can be confirmed again. */
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
