import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import { TODAYS_RATE_HOURS, todaysRateProblem } from "../../../domain/payout/withdrawal-quote"
import type { AuditEntry } from "../work/audit-log"
import { changeWithNote, listAuditEntries } from "../work/audit-log"
import { databaseTime } from "../work/take-due"
import { inScope, ownRows, scopeColumns, type Scope } from "../work/scope"
import { changeWithdrawal, NOTHING, withId } from "./withdrawal-change"
import type { WithdrawalRow } from "./withdrawal-row"
import { WITHDRAWAL } from "./withdrawal-row"

/** An unconfirmed withdrawal lapses after this. */
const LAPSES_AFTER_HOURS = 24

/** Reads withdrawals, and moves those that were not sent. Times are the database's own. */
export class WithdrawalStore {
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope
  ) {}

  find(id: string): Promise<WithdrawalRow | undefined> {
    return this.rows().where({ id }).first()
  }

  async mustFind(id: string): Promise<WithdrawalRow> {
    const row = await this.find(id)
    if (!row) throw new Error(`withdrawal ${id} is gone; withdrawals are never deleted`)
    return row
  }

  findByGatewayId(gateway_withdrawal_id: string): Promise<WithdrawalRow | undefined> {
    return this.rows().where({ gateway_withdrawal_id }).first()
  }

  findByRequest(requested_by: string, request_key: string): Promise<WithdrawalRow | undefined> {
    return this.rows().where({ requested_by, request_key }).first()
  }

  /** Newest first. */
  listOfRefund(refund_id: string): Promise<WithdrawalRow[]> {
    return this.rows()
      .where({ refund_id })
      .orderBy([
        { column: "created_at", order: "desc" },
        { column: "id", order: "desc" },
      ])
  }

  history(id: string): Promise<AuditEntry[]> {
    return listAuditEntries(this.knex, WITHDRAWAL, id)
  }

  /** The database's time, before a call. */
  now(): Promise<Date> {
    return databaseTime(this.knex)
  }

  /**
   * Cancels what was not confirmed for a day, and what was not approved before the rate of its refund
   * expired. @returns those
   */
  async lapse(limit: number): Promise<WithdrawalRow[]> {
    const own = inScope(this.scope)
    const { rows }: { rows: WithdrawalRow[] } = await this.knex.raw(
      `(SELECT * FROM onchain_withdrawal WHERE state IN ('requested', 'quoted') AND deleted_at IS NULL
          AND ${own.sql} AND state_at < now() - ? * interval '1 hour' ORDER BY state_at LIMIT ?)
       UNION
       (SELECT * FROM onchain_withdrawal WHERE state IN ('requested', 'quoted', 'awaiting_approval') AND deleted_at IS NULL
          AND ${own.sql} AND rate_basis = 'today' AND created_at <= now() - ? * interval '1 hour' ORDER BY created_at LIMIT ?)`,
      [...own.bindings, LAPSES_AFTER_HOURS, limit, ...own.bindings, TODAYS_RATE_HOURS, limit]
    )
    const now = await this.now()
    const lapsed: WithdrawalRow[] = []
    for (const row of rows) {
      const moved = await changeWithdrawal(this.knex, {
        from: row.state,
        to: "cancelled",
        set: NOTHING,
        where: withId(row.id, "w.revision = ?", [row.revision]),
        reason: todaysRateProblem(row, now)
          ? `It was not sent within ${TODAYS_RATE_HOURS} hours, and its rate is not today's any more.`
          : `It was not confirmed within ${LAPSES_AFTER_HOURS} hours.`,
        action: "withdrawal.lapsed",
        actorId: null,
      })
      if (moved) lapsed.push(moved)
    }
    return lapsed
  }

  private rows() {
    return ownRows<WithdrawalRow>(this.knex, this.scope, "onchain_withdrawal")
  }
}

const COLUMNS = [
  "kind",
  "refund_id",
  "payment_id",
  "destination_id",
  "destination_address",
  "destination_memo",
  "chain",
  "network_id",
  "token",
  "canonical_asset_id",
  "decimals",
  "amount",
  "note",
  "request_key",
  "requested_by",
  "requested_by_type",
  "requested_by_owner",
] as const

/** Of the payout of a refund: its share of the payment, and the rate. */
const TERMS = ["share_amount", "rate_basis", "rate", "rate_source", "rate_at"] as const
const ALL = [...COLUMNS, ...TERMS]

/** `amount` is a decimal in token units, `destination_memo` is empty for none. */
export type NewWithdrawal = Pick<WithdrawalRow, (typeof COLUMNS)[number]> &
  Partial<Pick<WithdrawalRow, (typeof TERMS)[number]>>

/**
 * Stores a requested payout with its audit entry. Nothing is quoted or sent.
 *
 * @returns undefined when this requester has made the request before, or the refund has an open payout
 */
export function insertWithdrawal(
  knex: Knex,
  scope: Scope,
  row: NewWithdrawal
): Promise<WithdrawalRow | undefined> {
  const { environment, business_id } = scopeColumns(scope)
  return changeWithNote<WithdrawalRow>(
    knex,
    WITHDRAWAL,
    {
      sql: `INSERT INTO onchain_withdrawal (id, environment, business_id, state_at, ${ALL.join(", ")})
        VALUES (?, ?, ?, now(), ${ALL.map(() => "?").join(", ")})
        ON CONFLICT DO NOTHING RETURNING *`,
      bindings: [
        ...[generateEntityId(undefined, "ocwd"), environment, business_id],
        ...ALL.map((column) => row[column] ?? null),
      ],
    },
    {
      action: "withdrawal.requested",
      actorId: row.requested_by,
      before: null,
      after: {
        state: "requested",
        destination_id: row.destination_id,
        ...(row.refund_id ? { refund_id: row.refund_id } : {}),
      },
    }
  )
}
