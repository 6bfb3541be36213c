import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import type { InferTypeOf } from "@medusajs/framework/types"
import {
  isOldObservation,
  type LegPhase,
  legPhase,
  matchLeg,
  nextPosition,
  type ShownLeg,
} from "../../../domain/payout/payout-leg"
import type OnchainPayoutLeg from "../models/payout-leg"
import { IS_LEG_FAILED, IS_LEG_LISTED, IS_LEG_UNDER_WAY, isSplit, LEG_IN_PHASE } from "../models/payout-leg"
import type { PaymentRow } from "../payment/payment-row"
import { changeWithNote } from "../work/audit-log"
import { databaseTime, inScope, oldest, ownRows, type Scope, scopeColumns } from "../work/claim"
import { type ListPage, RowList } from "../work/listed-rows"

export const PAYOUT_LEG = "payout_leg"

const ACKNOWLEDGED = "payout_leg.acknowledged"

type PersonsNote = { actorId: string; note: string }
type Acknowledgement = PersonsNote & { at: Date }

export type PayoutLegRow = InferTypeOf<typeof OnchainPayoutLeg>

export type PayoutLegFilter = {
  phase?: LegPhase | undefined
  /** Beginning of an identifier at the service, transaction hash or address. */
  q?: string | undefined
}
export type PayoutLegPage = ListPage<PayoutLegFilter>

/** The attempt whose money is split. */
type SplitAttempt = Pick<
  PaymentRow,
  "attempt_id" | "environment" | "business_id" | "chain" | "expected_amount"
>

/** A payout in the mirror of transactions that may be a leg. `attemptId`: its reference is the invoice itself. */
export type UnknownPayout = {
  id: string
  reference: string
  attemptId: string | null
  amount: string | null
  txHash: string | null
  toAddress: string | null
}

/** A leg is polled again after half the time that its status stands, within these bounds: seconds. */
const SHORTEST_PAUSE_S = 10
const LONGEST_PAUSE_S = 600

/** A leg that the service has not shown for so long after its invoice was paid is not searched for any more. */
const SEARCHED_FOR = "interval '3 days'"
/** Nobody knows how many legs a route has: the search goes on after the first for so long. */
const ROUTE_TAKES = "interval '1 hour'"

/** Settled attempts with a split of which the service has not shown every leg. */
const AWAITED = `
  SELECT a.updated_at FROM onchain_attempt AS a WHERE a.payout_route_id IS NOT NULL AND a.updated_at > now() - ${SEARCHED_FOR}
    AND a.deleted_at IS NULL AND ${isSplit("a")} AND a.environment = :environment AND a.business_id = :business_id
    AND (a.updated_at > now() - ${ROUTE_TAKES}
      OR NOT EXISTS (SELECT 1 FROM onchain_payout_leg AS l WHERE l.attempt_id = a.id AND l.deleted_at IS NULL))
  UNION ALL
  SELECT a.updated_at FROM onchain_payout_leg AS l JOIN onchain_attempt AS a ON a.id = l.attempt_id AND a.deleted_at IS NULL
  WHERE l.gateway_status IS NULL AND a.updated_at > now() - ${SEARCHED_FOR} AND l.deleted_at IS NULL AND ${isSplit("a")}
    AND l.environment = :environment AND l.business_id = :business_id`

/** Payouts since a split may have begun that belong to nothing known. */
const UNKNOWN_PAYOUTS = `
  SELECT t.id, t.reference, a.id AS "attemptId", t.amount, t.tx_hash AS "txHash", t.to_address AS "toAddress"
  FROM onchain_transaction AS t
  LEFT JOIN onchain_attempt AS a ON a.gateway_invoice_id = t.reference AND a.environment = t.environment
    AND a.business_id = t.business_id AND a.deleted_at IS NULL
  WHERE t.kind = 'payout' AND t.reference IS NOT NULL AND coalesce(t.status, '') NOT IN ('failed', 'review_required') AND t.deleted_at IS NULL
    AND t.sort_at > now() - ${SEARCHED_FOR} AND t.environment = :environment AND t.business_id = :business_id
    AND NOT t.id = ANY(:others ::text[])
    AND NOT EXISTS (SELECT 1 FROM onchain_withdrawal AS w WHERE w.gateway_withdrawal_id = t.reference
      AND w.environment = t.environment AND w.business_id = t.business_id AND w.deleted_at IS NULL)
    AND NOT EXISTS (SELECT 1 FROM onchain_payout_leg AS l WHERE l.environment = t.environment AND l.business_id = t.business_id
      AND l.deleted_at IS NULL AND (l.gateway_withdrawal_id = t.reference
        OR (a.id IS NOT NULL AND l.attempt_id = a.id AND l.tx_hash = t.tx_hash
          AND t.amount::numeric IN (l.amount::numeric, l.amount::numeric - coalesce(l.fee, '0')::numeric))))
  ORDER BY t.sort_at DESC LIMIT :limit`

const MOST_REMEMBERED = 5_000

/** Mirrors the legs of splits. The service pays them; nothing here moves money. */
export class PayoutLegs {
  readonly list: RowList<PayoutLegRow, PayoutLegFilter>
  /** Payouts that this process has identified as no legs of ours. */
  private readonly others = new Set<string>()

  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope
  ) {
    this.list = new RowList(knex, scope, {
      table: "onchain_payout_leg",
      by: "created_at",
      searched: ["gateway_withdrawal_id", "destination_address", "tx_hash"],
      equal: [],
      only: IS_LEG_LISTED,
      where: (query, { phase }) => {
        if (phase) void query.whereRaw(LEG_IN_PHASE[phase])
      },
    })
  }

  /** The database's time, before a call. */
  now(): Promise<Date> {
    return databaseTime(this.knex)
  }

  find(id: string): Promise<PayoutLegRow | undefined> {
    return this.rows().where({ id }).first()
  }

  /** In the order of the recipients. */
  ofAttempts(attemptIds: readonly string[]): Promise<PayoutLegRow[]> {
    return this.rows()
      .whereIn("attempt_id", [...attemptIds])
      .orderBy(["attempt_id", "position"])
  }

  /**
   * Stores what the service shows of a leg. What is older than the stored observation changes nothing, and another status ends what an
   * operator acknowledged.
   *
   * @param askedAt when it was requested, by the database's clock; null for a signed event
   */
  record(attempt: SplitAttempt, shown: ShownLeg, askedAt: Date | null): Promise<PayoutLegRow> {
    return this.knex.transaction(async (trx) => {
      const { attempt_id } = attempt
      await trx.raw("SELECT pg_advisory_xact_lock(hashtextextended('onchain:payout_legs:' || ?, 0))", [
        attempt_id,
      ])
      const legs = await this.rows(trx).where({ attempt_id }).orderBy("position")
      const leg = matchLeg(legs, shown, attempt)
      const now = await databaseTime(trx)
      if (!leg) {
        const { environment, business_id } = attempt
        const [added] = await trx<PayoutLegRow>("onchain_payout_leg")
          .insert({
            id: generateEntityId(undefined, "ocleg"),
            ...{ environment, business_id, attempt_id },
            position: nextPosition(legs),
            ...factsOf(shown, null),
            ...{ checked_at: askedAt, status_at: now },
          })
          .returning("*")
        if (!added) throw new Error(`a leg of attempt ${attempt_id} could not be stored`)
        return added
      }
      if (isOldObservation(leg, shown, askedAt)) return leg
      const isSame = leg.gateway_status === shown.status
      const [changed] = await trx<PayoutLegRow>("onchain_payout_leg")
        .where({ id: leg.id })
        .update({
          ...factsOf(shown, leg),
          ...(isSame ? {} : { status_at: now, acknowledged_at: null }),
          checked_at: askedAt ?? leg.checked_at,
          updated_at: now,
        })
        .returning("*")
      return changed ?? leg
    })
  }

  /** Takes legs that may still change and are due to be polled, longest first. */
  async takeDue(limit: number): Promise<PayoutLegRow[]> {
    const pause = `least(greatest(extract(epoch FROM updated_at - status_at) / 2, ${SHORTEST_PAUSE_S}), ${LONGEST_PAUSE_S})`
    const due = oldest(
      {
        table: "onchain_payout_leg",
        scope: this.scope,
        where: `${IS_LEG_UNDER_WAY} AND gateway_withdrawal_id IS NOT NULL AND updated_at + ${pause} * interval '1 second' <= now()`,
        orderBy: "updated_at",
      },
      limit
    )
    const { rows } = await this.knex.raw(
      `UPDATE onchain_payout_leg SET updated_at = now() WHERE ${due.sql} RETURNING *`,
      due.bindings
    )
    return rows
  }

  /** When a settled split of which the service has not shown every leg last changed; null without one. */
  async awaitedSince(): Promise<Date | null> {
    const { rows } = await this.knex.raw(
      `SELECT max(updated_at) AS since FROM (${AWAITED}) AS awaited`,
      scopeColumns(this.scope)
    )
    return rows[0]?.since ?? null
  }

  /** Payouts in the mirror of transactions that may be legs, newest first. */
  async unknownPayouts(limit: number): Promise<UnknownPayout[]> {
    const { rows } = await this.knex.raw(UNKNOWN_PAYOUTS, {
      ...scopeColumns(this.scope),
      others: [...this.others],
      limit,
    })
    return rows
  }

  /** Excludes a payout from the next searches of this process. */
  noteOther({ id }: Pick<UnknownPayout, "id">): void {
    if (this.others.size < MOST_REMEMBERED) this.others.add(id)
  }

  /** Records that a person has seen that a leg was rejected or failed, with the status read. @returns whether one with that status waited */
  async acknowledge(id: string, status: string, { actorId, note }: PersonsNote): Promise<boolean> {
    const own = inScope(this.scope)
    const changed = await changeWithNote(
      this.knex,
      PAYOUT_LEG,
      {
        sql: `UPDATE onchain_payout_leg SET acknowledged_at = now(), updated_at = now()
              WHERE id = ? AND gateway_status = ? AND deleted_at IS NULL AND ${IS_LEG_FAILED} AND ${own.sql} RETURNING *`,
        bindings: [id, status, ...own.bindings],
      },
      { action: ACKNOWLEDGED, actorId, before: { status }, after: { note } }
    )
    return changed !== undefined
  }

  /** What operators wrote of those that are acknowledged now, by leg. */
  async acknowledgements(legs: readonly PayoutLegRow[]): Promise<Map<string, Acknowledgement>> {
    const ids = legs.flatMap(({ id, acknowledged_at }) => (acknowledged_at === null ? [] : id))
    if (ids.length === 0) return new Map()
    const { rows } = await this.knex.raw(
      `SELECT DISTINCT ON (subject_id) subject_id AS id, actor_id AS "actorId", created_at AS at, after ->> 'note' AS note
       FROM onchain_audit_entry WHERE subject_type = ? AND subject_id = ANY(?::text[]) AND action = ? AND deleted_at IS NULL
       ORDER BY subject_id, created_at DESC`,
      [PAYOUT_LEG, ids, ACKNOWLEDGED]
    )
    return new Map(rows.map((row: Acknowledgement & { id: string }) => [row.id, row]))
  }

  private rows(knex = this.knex) {
    return ownRows<PayoutLegRow>(knex, this.scope, "onchain_payout_leg")
  }
}

/** A fact that the service does not repeat stays. */
function factsOf(shown: ShownLeg, leg: PayoutLegRow | null): Partial<PayoutLegRow> {
  const isFailed = legPhase(shown.status) === "failed"
  return {
    gateway_withdrawal_id: leg?.gateway_withdrawal_id ?? shown.withdrawalId,
    gateway_status: shown.status,
    provider_status: shown.statusWord,
    destination_address: leg?.destination_address ?? shown.destinationAddress,
    amount: shown.amount ?? leg?.amount ?? null,
    fee: shown.fee ?? leg?.fee ?? null,
    tx_hash: shown.txHash ?? leg?.tx_hash ?? null,
    failure_reason: isFailed ? (shown.failureReason ?? leg?.failure_reason ?? null) : null,
  }
}
