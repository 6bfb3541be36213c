import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { OnchainOptions } from "./options"
import { keepRefund, PAYS_ALONE } from "./other-payouts"
import { answerCode } from "./withdrawal-answer-code"
import { changeWithdrawal, withId, type SqlPart } from "./withdrawal-change"
import { type PayoutCaps, waitForTurn, withinCaps } from "./withdrawal-limits"
import { HAS_GOOD_RATE, hashOf } from "./withdrawal-quotes"
import type { WithdrawalRow } from "./withdrawal-row"

/** What a person says yes to. `ownerId` is who made the API key, `type` as Medusa names it: `user` or `api-key`. */
export type WithdrawalConsent = {
  action: "confirm" | "approve"
  quoteId: string
  actor: { id: string; type: string; ownerId: string | null }
  /** Whether it takes a second person. */
  isSecondNeeded: boolean
  caps: PayoutCaps
}

/** A withdrawal on its way out, which this process has the lease of. */
export type ClaimedWithdrawal = WithdrawalRow & {
  state: "sending"
  quote_id: string
  create_key: string
  first_sent_at: Date
}

/** A quote that ends in this moment would be refused on its way. */
const QUOTE_MARGIN = "5 seconds"

const IS_USABLE = `w.quote_id = ? AND (w.quote_lease_expires_at IS NULL OR w.quote_lease_expires_at <= now())
  AND (w.quote_expires_at IS NULL OR w.quote_expires_at > now() + interval '${QUOTE_MARGIN}')
  AND EXISTS (SELECT 1 FROM onchain_payout_destination AS d
    WHERE d.id = w.destination_id AND d.state = 'approved' AND (d.has_second_approval OR NOT ?) AND d.deleted_at IS NULL) AND ${PAYS_ALONE} AND ${HAS_GOOD_RATE}`

/** Nobody who had a part in it, by this one of their names. */
const HAD_NO_PART = `w.requested_by <> ? AND w.requested_by_owner IS DISTINCT FROM ?
  AND w.confirmed_by IS DISTINCT FROM ? AND w.confirmed_by_owner IS DISTINCT FROM ?`

/**
 * Who may call the service for a withdrawal, with which quote and under which key.
 *
 * A claim is one statement: of any number of people one wins, with key, reference and audit entry stored before anything is
 * sent. Times are the database's own. A call that outlives its lease ends nothing but by a success.
 */
export class WithdrawalClaims {
  constructor(
    private readonly knex: Knex,
    private readonly options: Pick<OnchainOptions, "payouts">
  ) {}

  /** Confirms a quote for somebody else to approve. Nothing is sent. @returns undefined when that is not possible any more */
  confirm(row: WithdrawalRow, consent: WithdrawalConsent): Promise<WithdrawalRow | undefined> {
    const { quoteId, actor, isSecondNeeded } = consent
    return changeWithdrawal(this.knex, {
      from: "quoted",
      to: "awaiting_approval",
      set: confirmedBy(actor),
      where: withId(row.id, IS_USABLE, [quoteId, isSecondNeeded]),
      reason: null,
      action: "withdrawal.confirmed",
      actorId: actor.id,
    })
  }

  /**
   * Takes a withdrawal to be sent: money moves from here on, once.
   *
   * @returns undefined when quote, destination, person, limits or another payout of the refund do not allow it any more
   */
  async send(row: WithdrawalRow, consent: WithdrawalConsent): Promise<ClaimedWithdrawal | undefined> {
    const { action, quoteId, actor, isSecondNeeded, caps } = consent
    const { leaseMs } = this.options.payouts
    const who = action === "confirm" ? confirmedBy(actor) : approvedBy(actor)
    const limits = withinCaps(caps)
    const second = isSecondNeeded ? isSecond(consent) : ANYBODY
    if (second === "nobody") return undefined
    const claimed = await this.knex.transaction(async (transaction) => {
      await waitForTurn(transaction, row)
      await keepRefund(transaction, row)
      return changeWithdrawal(transaction, {
        from: action === "confirm" ? "quoted" : "awaiting_approval",
        to: "sending",
        set: {
          sql: `${who.sql}, create_count = w.create_count + 1, send_attempts = 1, is_uncertain = false, first_sent_at = now(),
            create_key = 'wd_create_' || (w.create_count + 1) || '_' || ?,
            lease_expires_at = now() + ? * interval '1 millisecond',
            next_attempt_at = now() + ? * interval '1 millisecond'`,
          bindings: [...who.bindings, hashOf(row.id), leaseMs, leaseMs],
        },
        where: withId(row.id, `${IS_USABLE} AND ${limits.sql} AND ${second.sql}`, [
          quoteId,
          isSecondNeeded,
          ...limits.bindings,
          ...second.bindings,
        ]),
        reason: null,
        action: action === "confirm" ? "withdrawal.confirmed" : "withdrawal.approved",
        actorId: actor.id,
      })
    })
    return claimed && isClaimed(claimed) ? claimed : undefined
  }

  /** Takes over the call that is due longest, or undefined when there is none. */
  takeDue(): Promise<ClaimedWithdrawal | undefined> {
    return this.take(
      `id = (SELECT id FROM onchain_withdrawal WHERE state = 'sending' AND deleted_at IS NULL AND next_attempt_at <= now()
        ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED)`,
      []
    )
  }

  /** Takes over a call that is due, because somebody asks for it. One that is out, or pauses, is left alone. */
  resume(id: string): Promise<ClaimedWithdrawal | undefined> {
    return this.take(`id = ? AND state = 'sending' AND deleted_at IS NULL AND next_attempt_at <= now()`, [id])
  }

  /** Takes one that could not be found and is to be searched for again, or undefined when there is none. */
  async takeUnclear(): Promise<WithdrawalRow | undefined> {
    const taken = await this.knex.raw(
      `UPDATE onchain_withdrawal SET next_attempt_at = now() + ? * interval '1 millisecond', updated_at = now()
       WHERE id = (SELECT id FROM onchain_withdrawal WHERE state = 'unclear' AND deleted_at IS NULL
         AND next_attempt_at <= now() ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING *`,
      [this.options.payouts.leaseMs]
    )
    return taken.rows[0]
  }

  /**
   * Notes that there is no answer yet, and when to ask again.
   *
   * @param answer.mayHaveActed whether the service may have got the call that failed
   */
  async postpone(
    claim: ClaimedWithdrawal,
    reason: string,
    { code, pauseMs, mayHaveActed }: { code: string; pauseMs: number; mayHaveActed: boolean }
  ): Promise<void> {
    const answer = answerCode(code)
    await this.knex.raw(
      `UPDATE onchain_withdrawal SET last_error = ?, lease_expires_at = NULL, updated_at = now(), ${answer.sql},
         is_uncertain = is_uncertain OR ?, next_attempt_at = now() + ? * interval '1 millisecond'
       WHERE id = ? AND state = 'sending' AND create_key = ? AND send_attempts = ?`,
      [
        reason.slice(0, 1_000),
        ...answer.bindings,
        mayHaveActed,
        pauseMs,
        claim.id,
        claim.create_key,
        claim.send_attempts,
      ]
    )
  }

  /** A call that was interrupted by whatever took the lease away may have been sent. */
  private async take(where: string, bindings: Knex.RawBinding[]): Promise<ClaimedWithdrawal | undefined> {
    const { leaseMs } = this.options.payouts
    const taken = await this.knex.raw(
      `UPDATE onchain_withdrawal SET send_attempts = send_attempts + 1, updated_at = now(),
         is_uncertain = is_uncertain OR lease_expires_at IS NOT NULL,
         lease_expires_at = now() + ? * interval '1 millisecond',
         next_attempt_at = now() + ? * interval '1 millisecond'
       WHERE ${where} RETURNING *`,
      [leaseMs, leaseMs, ...bindings]
    )
    return taken.rows[0]
  }
}

/** Whether a row is on its way out, with all that a call takes. */
export function isClaimed(row: WithdrawalRow): row is ClaimedWithdrawal {
  return (
    row.state === "sending" && row.quote_id !== null && row.create_key !== null && row.first_sent_at !== null
  )
}

const ANYBODY: SqlPart = { sql: "true", bindings: [] }

/** A second person is a user who says yes to what others have confirmed. Neither a key is one, nor a first yes. */
function isSecond({ action, actor }: WithdrawalConsent): SqlPart | "nobody" {
  if (action !== "approve" || actor.type !== "user") return "nobody"
  const names = actor.ownerId === null ? [actor.id] : [actor.id, actor.ownerId]
  return {
    sql: names.map(() => HAD_NO_PART).join(" AND "),
    bindings: names.flatMap((name) => [name, name, name, name]),
  }
}

function confirmedBy({ id, ownerId }: WithdrawalConsent["actor"]): SqlPart {
  return {
    sql: "confirmed_by = ?, confirmed_by_owner = ?, confirmed_at = now()",
    bindings: [id, ownerId],
  }
}

function approvedBy({ id }: WithdrawalConsent["actor"]): SqlPart {
  return { sql: "approved_by = ?, approved_at = now()", bindings: [id] }
}
