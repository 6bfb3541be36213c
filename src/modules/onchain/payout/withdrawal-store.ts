import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import { SIGNS_OF_AN_EARLIER_REQUEST } from "../../../domain/payout/withdrawal-gateway-state"
import type { WithdrawalKind, WithdrawalState } from "../../../domain/payout/withdrawal-lifecycle"
import { TODAYS_RATE_HOURS, todaysRateProblem } from "../../../domain/payout/withdrawal-quote"
import { type PaymentRow, selectPayments } from "../payment/payment-row"
import { type AuditEntry, changeWithNote, listAuditEntries } from "../work/audit-log"
import {
  countingOrder,
  countRows,
  findBegins,
  type Found,
  foundRows,
  readPage,
  sortedBy,
  splitStates,
  whereEqual,
} from "../work/listed-rows"
import { databaseTime, inScope, ownRows, type Scope, scopeColumns } from "../work/claim"
import type { DestinationRow } from "./destination-list"
import {
  changeWithdrawal,
  NOTHING,
  type SqlPart,
  WITHDRAWAL,
  type WithdrawalRow,
  withId,
} from "./withdrawal-change"

/**
 * Keeps the code of the last failed create, as an assignment. One that proves that the service has the payout
 * stays.
 *
 * @param code null without an answer
 */
export function answerCode(code: string | null): SqlPart {
  const signs = SIGNS_OF_AN_EARLIER_REQUEST.map(() => "?").join(", ")
  return {
    sql: `last_answer_code = CASE WHEN last_answer_code IN (${signs}) THEN last_answer_code
      ELSE coalesce(?, last_answer_code) END`,
    bindings: [...SIGNS_OF_AN_EARLIER_REQUEST, code],
  }
}

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

/** An empty list of states stands for all of them. */
export type WithdrawalFilter = {
  states: readonly WithdrawalState[]
  kind?: WithdrawalKind | undefined
  network_id?: string | undefined
  token?: string | undefined
  destination_id?: string | undefined
  /** Beginning of an identifier, transaction hash or address. */
  q?: string | undefined
}

export type WithdrawalPage = {
  filter: WithdrawalFilter
  /** By the time of the request. */
  direction: "asc" | "desc"
  limit: number
  offset: number
}

const SEARCHED = ["id", "gateway_withdrawal_id", "tx_hash", "destination_address"] as const
const EQUAL = ["kind", "network_id", "token", "destination_id"] as const
/** Waits for a second user. */
export const IS_AWAITING_APPROVAL = "state = 'awaiting_approval'"
/** Only an operator can end it. */
export const IS_UNKNOWN = "state = 'unknown'"

/** Each filter has an index in the order of the page. */
export class WithdrawalList {
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope
  ) {}

  /** Each state is read from its own index in order, and merged. */
  async page({ filter, direction, limit, offset }: WithdrawalPage): Promise<WithdrawalRow[]> {
    const found = await findBegins(this.knex, this.searched, filter.q)
    const sorting = sortedBy("created_at", direction)
    return readPage<WithdrawalRow>(this.knex, this.parts(filter, found), { sorting, limit, offset })
  }

  /** Up to `LIST_COUNT_LIMIT`, and one more when there are more. */
  async count(filter: WithdrawalFilter): Promise<number> {
    const found = await findBegins(this.knex, this.searched, filter.q)
    return countRows(this.knex, this.parts(filter, found), countingOrder(found, "created_at"))
  }

  /** Other payouts of the same amount to the same destination within a day that did not end without money. */
  similar({ id, destination_id, token, amount }: WithdrawalRow, limit: number): Promise<WithdrawalRow[]> {
    return ownRows<WithdrawalRow>(this.knex, this.scope, "onchain_withdrawal")
      .where({ destination_id, token, amount })
      .whereNot({ id })
      .whereNotIn("state", ["failed", "refused", "cancelled"])
      .whereRaw("created_at > now() - interval '24 hours'")
      .orderBy("created_at", "desc")
      .limit(limit)
  }

  /** Archived ones included. */
  async labelsOf(destinationIds: readonly string[]): Promise<Map<string, string>> {
    const ids = [...new Set(destinationIds)]
    if (ids.length === 0) return new Map()
    const rows = await this.knex<DestinationRow>("onchain_payout_destination")
      .whereIn("id", ids)
      .select("id", "label")
    return new Map(rows.map(({ id, label }) => [id, label]))
  }

  async paymentsOf(paymentIds: readonly (string | null)[]): Promise<PaymentRow[]> {
    const ids = [...new Set(paymentIds.flatMap((id) => (id === null ? [] : [id])))]
    return ids.length === 0 ? [] : selectPayments(this.knex).whereIn("id", ids)
  }

  private get searched() {
    return { table: "onchain_withdrawal", scope: this.scope, columns: SEARCHED }
  }

  private parts(filter: WithdrawalFilter, found: Found): Knex.QueryBuilder<WithdrawalRow, WithdrawalRow[]>[] {
    return splitStates(filter).map((part) => {
      const query = foundRows<WithdrawalRow>(this.knex, this.searched, found, part.q)
      const [state] = part.states
      if (state) void query.where({ state })
      whereEqual(query, EQUAL, part)
      return query
    })
  }
}
