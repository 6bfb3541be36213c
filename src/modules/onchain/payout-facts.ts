import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Waiting } from "./health-facts"

/** Payouts that need a look, by what is wrong. Each list has at most a few identifiers. */
export type PayoutTroubles = {
  /** The service says otherwise than we do. */
  contradicted: string[]
  /** Only a person can end them. */
  unclear: string[]
  /** Confirmed long ago, and the service has not answered. */
  unanswered: string[]
  unapproved: string[]
  gasBlocked: string[]
  /** Nobody has asked the service for them when it was their turn, or it has no answer. */
  unfollowed: string[]
}

/** So many are named; whoever has more opens the list. */
const NAMED = 10
const ANSWER_PATIENCE = "10 minutes"
const APPROVAL_PATIENCE = "24 hours"
const POLL_PATIENCE = "30 minutes"

/** What the health page asks about money that goes out. */
export class PayoutFacts {
  constructor(private readonly knex: Knex) {}

  async troubles(): Promise<PayoutTroubles> {
    const [contradicted, unclear, unanswered, unapproved, gasBlocked, unfollowed] = await Promise.all([
      this.ids("mismatch IS NOT NULL"),
      this.ids("state = 'unclear'"),
      this.ids(`state = 'sending' AND state_at < now() - interval '${ANSWER_PATIENCE}'`),
      this.ids(`state = 'awaiting_approval' AND state_at < now() - interval '${APPROVAL_PATIENCE}'`),
      this.ids("state = 'sent' AND gateway_status = 'gas_blocked'"),
      this.ids(`state = 'sent' AND next_check_at < now() - interval '${POLL_PATIENCE}'`),
    ])
    return { contradicted, unclear, unanswered, unapproved, gasBlocked, unfollowed }
  }

  /** What is owed back and nobody has begun to pay. */
  async dueRefunds(): Promise<Waiting> {
    const { rows }: { rows: Waiting[] } = await this.knex.raw(
      `SELECT count(*)::int AS count, min(created_at) AS "oldestAt" FROM onchain_refund
       WHERE state = 'due' AND deleted_at IS NULL`
    )
    return rows[0] ?? { count: 0, oldestAt: null }
  }

  private async ids(condition: string): Promise<string[]> {
    const { rows }: { rows: { id: string }[] } = await this.knex.raw(
      `SELECT id FROM onchain_withdrawal WHERE ${condition} AND deleted_at IS NULL ORDER BY created_at LIMIT ?`,
      [NAMED]
    )
    return rows.map(({ id }) => id)
  }
}
