import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Assumptions } from "../../gateway/assumptions"
import { withdrawalWords } from "../../gateway/contract"
import type { Waiting } from "./health-facts"
import { LAST_TOLD_AT } from "./withdrawal-ends"

/** Payouts that need a look, by what is wrong. Each list has at most a few identifiers. */
export type PayoutTroubles = {
  /** The service says otherwise than we do, and nobody has looked. */
  contradicted: string[]
  /** Only a person can end them. */
  unclear: string[]
  /** Confirmed long ago, and the service has not answered. */
  unanswered: string[]
  unapproved: string[]
  gasBlocked: string[]
  /** The service has them and has told nothing of them for some hours: nobody has asked, or it does not answer. */
  unfollowed: string[]
  /** The service has called them something that is not known here for a day. */
  unknown: string[]
}

/** So many are named; whoever has more opens the list. */
const NAMED = 10
const ANSWER_PATIENCE = "10 minutes"
const APPROVAL_PATIENCE = "24 hours"
/** Longer than the longest pause between two looks. */
const POLL_PATIENCE = "2 hours"
const WORD_PATIENCE = "24 hours"

/** What the health page asks about money that goes out. */
export class PayoutFacts {
  constructor(
    private readonly knex: Knex,
    private readonly assumptions: Assumptions
  ) {}

  async troubles(): Promise<PayoutTroubles> {
    const known = Object.values(withdrawalWords(this.assumptions)).flat()
    const [contradicted, unclear, unanswered, unapproved, gasBlocked, unfollowed, unknown] =
      await Promise.all([
        this.ids("mismatch IS NOT NULL AND mismatch_seen_at IS NULL"),
        this.ids("state = 'unclear'"),
        this.ids(`state = 'sending' AND state_at < now() - interval '${ANSWER_PATIENCE}'`),
        this.ids(`state = 'awaiting_approval' AND confirmed_at < now() - interval '${APPROVAL_PATIENCE}'`),
        this.ids("state = 'sent' AND gateway_status = 'gas_blocked'"),
        this.ids(`state = 'sent' AND ${LAST_TOLD_AT} < now() - interval '${POLL_PATIENCE}'`),
        this.ids(
          `state = 'sent' AND NOT gateway_status = ANY(?::text[])
         AND gateway_status_at < now() - interval '${WORD_PATIENCE}'`,
          [known]
        ),
      ])
    return { contradicted, unclear, unanswered, unapproved, gasBlocked, unfollowed, unknown }
  }

  /** What is owed back and nobody has begun to pay. */
  async dueRefunds(): Promise<Waiting> {
    const { rows }: { rows: Waiting[] } = await this.knex.raw(
      `SELECT count(*)::int AS count, min(created_at) AS "oldestAt" FROM onchain_refund
       WHERE state = 'due' AND deleted_at IS NULL`
    )
    return rows[0] ?? { count: 0, oldestAt: null }
  }

  private async ids(condition: string, bindings: Knex.RawBinding[] = []): Promise<string[]> {
    const { rows }: { rows: { id: string }[] } = await this.knex.raw(
      `SELECT id FROM onchain_withdrawal WHERE ${condition} AND deleted_at IS NULL ORDER BY created_at LIMIT ?`,
      [...bindings, NAMED]
    )
    return rows.map(({ id }) => id)
  }
}
