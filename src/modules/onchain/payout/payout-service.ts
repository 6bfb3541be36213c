import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import { createHash } from "node:crypto"
import { z } from "zod"
import { CLOCKS_DIFFER_MS } from "../../../domain/payout/payout-evidence"
import { APPROVALS } from "../../../domain/payout/payout-gate"
import {
  TODAYS_RATE_HOURS,
  type WithdrawalKind,
  type WithdrawalState,
} from "../../../domain/payout/withdrawal-lifecycle"
import type { OnchainOptions } from "../options/options"
import { type PaymentRow, selectPayments } from "../payment/payment-row"
import { noteAudit, reasonOf } from "../work/audit-log"
import { inScope, ownRows, type Scope, scopeColumns, ScopedStore } from "../work/claim"
import { CircuitBreaker } from "../work/sync-runs"
import { type ListPage, RowList } from "../work/listed-rows"
import { inTransaction } from "../work/outbox"
import { type DestinationRow, Destinations } from "./destinations"
import { PayoutLegs } from "./payout-legs"
import {
  clockTime,
  type PayoutFollower,
  WITHDRAWAL,
  type WithdrawalRow,
  WithdrawalStore,
} from "./withdrawal-store"

const SUBJECT = { subject_type: "payout_access", subject_id: "options" } as const

const accessSchema = z.object({
  allowedUsers: z.array(z.string()),
  allowApiKeys: z.boolean(),
  approval: z.enum(APPROVALS),
})
type Access = z.output<typeof accessSchema>

/**
 * Records who may move money out whenever the options differ from the last entry: ids only. A change of the
 * configuration thus leaves a trace beside the money that moved under it.
 */
export class PayoutAccessLog {
  private noted: string | undefined

  constructor(
    private readonly knex: Knex,
    private readonly options: Pick<OnchainOptions, "payouts">,
    private readonly logger: { info: (line: string) => void; warn: (line: string) => void }
  ) {}

  /** Compares the options with the last entry. Costs nothing once this process has recorded them. */
  async note(): Promise<void> {
    const now = accessOf(this.options)
    const text = JSON.stringify(now)
    if (text === this.noted) return
    // Processes that start together compare one after another.
    const before = await this.knex.transaction(async (transaction) => {
      await transaction.raw("SELECT pg_advisory_xact_lock(hashtextextended('onchain:payout_access', 0))")
      const last = await this.last(transaction)
      if (last && JSON.stringify(last.access) === text) return "same"
      await transaction("onchain_audit_entry").insert({
        id: generateEntityId(undefined, "ocaud"),
        ...SUBJECT,
        action: "payout_access.changed",
        actor_id: null,
        before: last?.access ?? null,
        after: now,
        created_at: transaction.raw("clock_timestamp()"),
      })
      return last?.access ?? null
    })
    this.noted = text
    if (before === "same") return
    if (before === null) this.logger.info(`onchain: ${describe(now)}`)
    else
      this.logger.warn(
        `onchain: the options of payouts have changed: ${describe(now)}. Before: ${describe(before)}`
      )
  }

  /** At the start of the store. A failing database does not stop it: the first payout records the options. */
  async noteAtStart(): Promise<void> {
    try {
      await this.note()
    } catch (error) {
      this.logger.warn(
        `onchain: the options of payouts could not be compared with the last ones: ${reasonOf(error)}`
      )
    }
  }

  /** When the options last changed between two starts; null before the first change. */
  async lastChangeAt(): Promise<Date | null> {
    const last = await this.last(this.knex)
    return last?.isChange ? last.at : null
  }

  private async last(knex: Knex): Promise<{ access: Access; at: Date; isChange: boolean } | null> {
    const row = await knex<{ before: unknown; after: unknown; created_at: Date }>("onchain_audit_entry")
      .where(SUBJECT)
      .whereNull("deleted_at")
      .orderBy([
        { column: "created_at", order: "desc" },
        { column: "id", order: "desc" },
      ])
      .first("before", "after", "created_at")
    if (!row) return null
    return { access: accessSchema.parse(row.after), at: row.created_at, isChange: row.before !== null }
  }
}

function accessOf({ payouts }: Pick<OnchainOptions, "payouts">): Access {
  const { allowedUsers, allowApiKeys, approval } = payouts
  return { allowedUsers: [...new Set(allowedUsers)].sort(), allowApiKeys, approval }
}

function describe({ allowedUsers, allowApiKeys, approval }: Access): string {
  const who = allowedUsers.length === 0 ? "nobody" : allowedUsers.join(", ")
  const keys = allowApiKeys ? "their API keys may too" : "API keys may not"
  return `money out is allowed to ${who}; ${keys}; approval ${approval}`
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
  after?: string | undefined
}

/** In the order of the requests. */
export type WithdrawalPage = ListPage<WithdrawalFilter>

/** `is_rate_old`: the rate of its refund has expired. */
type Lapsing = Pick<WithdrawalRow, "id" | "revision"> & { is_rate_old: boolean }

export class WithdrawalList extends RowList<WithdrawalRow, WithdrawalFilter> {
  constructor(knex: Knex, scope: Scope) {
    super(knex, scope, {
      table: "onchain_withdrawal",
      by: "created_at",
      searched: ["id", "gateway_withdrawal_id", "tx_hash", "destination_address"],
      equal: ["network_id", "token", "destination_id"],
      where: (query, { kind }) => {
        if (kind === "refund") void query.whereNotNull("refund_id")
        if (kind === "treasury") void query.whereNull("refund_id")
      },
    })
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

  /** Newest first. */
  ofRefund(refund_id: string): Promise<WithdrawalRow[]> {
    return ownRows<WithdrawalRow>(this.knex, this.scope, "onchain_withdrawal")
      .where({ refund_id })
      .orderBy([
        { column: "created_at", order: "desc" },
        { column: "id", order: "desc" },
      ])
  }

  /** What was not sent before the rate of its refund expired, or was not confirmed for so long. */
  async lapsing(hours: number, limit: number): Promise<Lapsing[]> {
    const own = inScope(this.scope, "w")
    const { rows } = await this.knex.raw(
      `(SELECT w.id, w.revision, true AS is_rate_old FROM onchain_withdrawal AS w
          JOIN onchain_refund AS r ON r.id = w.refund_id AND r.withdrawal_id = w.id AND r.rate_basis = 'today'
          WHERE w.state IN ('requested', 'quoted', 'awaiting_approval') AND w.refund_id IS NOT NULL AND w.deleted_at IS NULL
          AND ${own.sql} AND w.created_at <= now() - ? * interval '1 hour' ORDER BY w.created_at LIMIT ?)
       UNION ALL
       (SELECT w.id, w.revision, false FROM onchain_withdrawal AS w WHERE w.state IN ('requested', 'quoted')
          AND w.deleted_at IS NULL AND ${own.sql} AND w.state_at < now() - ? * interval '1 hour' ORDER BY w.state_at LIMIT ?)`,
      [...own.bindings, TODAYS_RATE_HOURS, limit, ...own.bindings, hours, limit]
    )
    return rows
  }

  /** Archived ones included. */
  async labelsOf(destinationIds: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.knex<DestinationRow>("onchain_payout_destination")
      .whereIn("id", [...destinationIds])
      .select("id", "label")
    return new Map(rows.map(({ id, label }) => [id, label]))
  }

  async paymentsOf(paymentIds: readonly (string | null)[]): Promise<PaymentRow[]> {
    const ids = [...new Set(paymentIds.flatMap((id) => (id === null ? [] : [id])))]
    return ids.length === 0 ? [] : selectPayments(this.knex).whereIn("id", ids)
  }
}

/**
 * `request_key`: made once by the client; the same key of the same requester is the same request. `amount` is a decimal in token
 * units, `destination_memo` is empty for none. `requested_by_owner` is the user
 * behind an API key; it and `note` stand in the audit log.
 */
export type NewWithdrawal = Pick<
  WithdrawalRow,
  | ("refund_id" | "payment_id" | "destination_id" | "destination_address" | "destination_memo")
  | ("chain" | "network_id" | "token" | "canonical_asset_id" | "amount")
  | "requested_by"
> & { requested_by_owner: string | null; request_key: string; note: string | null }

const ID_LENGTH = 26

/**
 * A request that a restored database has lost gets its reference again, and the service knows that one. The payout of a refund is the
 * same one for every user who requests it.
 */
export function withdrawalIdOf(
  { environment, businessId }: Scope,
  { refund_id, requested_by, request_key }: Pick<NewWithdrawal, "refund_id" | "requested_by" | "request_key">
): string {
  const request = JSON.stringify([environment, businessId, refund_id ?? requested_by, request_key])
  const hash = createHash("sha256").update(request).digest("hex")
  return `ocwd_${BigInt(`0x${hash}`).toString(36).padStart(ID_LENGTH, "0").slice(-ID_LENGTH).toUpperCase()}`
}

/**
 * Stores a requested payout with its audit entry. Nothing is quoted or sent.
 *
 * @returns undefined when this requester has made the request before, or the refund has an open payout
 */
export function insertWithdrawal(
  knex: Knex,
  scope: Scope,
  { note, request_key, requested_by_owner: owner_id, ...requested }: NewWithdrawal
): Promise<WithdrawalRow | undefined> {
  return inTransaction(knex, async (trx) => {
    const [row] = await trx<WithdrawalRow>("onchain_withdrawal")
      .insert({
        ...requested,
        ...scopeColumns(scope),
        id: withdrawalIdOf(scope, { ...requested, request_key }),
        state_at: await clockTime(trx),
      })
      .onConflict()
      .ignore()
      .returning("*")
    if (!row) return undefined
    const { state, destination_id, refund_id } = row
    await noteAudit(
      trx,
      { ...row, type: WITHDRAWAL },
      {
        action: "withdrawal.requested",
        actorId: row.requested_by,
        before: null,
        after: {
          state,
          destination_id,
          ...(refund_id === null ? {} : { refund_id }),
          ...(owner_id === null ? {} : { owner_id }),
          ...(note === null ? {} : { note }),
        },
      }
    )
    return row
  })
}

/**
 * A payout of the service that may be a withdrawal of ours. `reference` is the transaction's own identifier
 * where it names nothing.
 */
export type PayoutSign = { reference: string; amount: string | null }

/** By the canonical id on Stellar where both have one; else by the symbol. */
const IS_SAME_ASSET = `t.chain = ? AND t.network_id = ? AND
  CASE WHEN t.chain = 'stellar' AND t.canonical_asset_id IS NOT NULL AND ?::text IS NOT NULL
    THEN t.canonical_asset_id = ? ELSE t.token = ? END`

/** What a transaction is searched for and ruled out by. */
const GOES_BY = "coalesce(nullif(t.reference, ''), t.id)"

/** The largest of a group; null where one is unknown. */
const LARGEST = "CASE WHEN bool_and(t.amount IS NOT NULL) THEN max(t.amount::numeric) END"

const HAS_LEFT = "t.status IS DISTINCT FROM 'failed' AND t.deleted_at IS NULL"

const MOST_REMEMBERED = 5_000
const MOST_SEARCHED = 50

/** Searches the mirror of the service's transactions for signs of withdrawals. */
export class PayoutEvidence extends ScopedStore {
  private readonly others = new Map<string, Set<string>>()

  /** Excludes a reference from the next searches of this process. */
  noteOther({ id }: WithdrawalRow, reference: string): void {
    const known = this.others.get(id) ?? new Set()
    if (known.size < MOST_REMEMBERED) known.add(reference)
    this.others.set(id, known)
    const [oldest] = this.others.keys()
    if (this.others.size > MOST_SEARCHED && oldest !== undefined) this.others.delete(oldest)
  }

  /** Withdrawals of the service that matched and that a person has identified as other payouts. */
  async ruledOut({ id }: WithdrawalRow): Promise<string[]> {
    const { rows }: { rows: { id: string }[] } = await this.knex.raw(
      `SELECT DISTINCT jsonb_array_elements_text(after -> 'not_this') AS id FROM onchain_audit_entry
       WHERE subject_type = 'withdrawal' AND subject_id = ? AND jsonb_exists(after, 'not_this') AND deleted_at IS NULL`,
      [id]
    )
    return rows.map((row) => row.id)
  }

  /** The service's identifiers of other withdrawals, most recently shown first. */
  async knownBeside({ id }: WithdrawalRow, limit: number): Promise<string[]> {
    const rows = await ownRows<WithdrawalRow>(this.knex, this.scope, "onchain_withdrawal")
      .whereNotNull("gateway_withdrawal_id")
      .whereNot({ id })
      .orderByRaw("checked_at DESC NULLS LAST, created_at DESC, id")
      .limit(limit)
      .select("gateway_withdrawal_id")
    return rows.flatMap(({ gateway_withdrawal_id: known }) => (known === null ? [] : [known]))
  }

  async hasTransaction({ gateway_withdrawal_id: reference }: WithdrawalRow): Promise<boolean> {
    if (reference === null) return false
    const listed = await ownRows<{ id: string; reference: string }>(
      this.knex,
      this.scope,
      "onchain_transaction"
    )
      .where({ reference })
      .whereRaw("direction IS DISTINCT FROM 'in'")
      .first("id")
    return listed !== undefined
  }

  /** What left for a withdrawal of the service; null when nothing has. */
  async paidOut(gatewayId: string): Promise<{ amount: string | null; txHash: string | undefined } | null> {
    const own = inScope(this.scope, "t")
    const { rows }: { rows: { amount: string | null; tx_hash: string | null; count: number }[] } =
      await this.knex.raw(
        `SELECT (CASE WHEN bool_and(t.amount IS NOT NULL) THEN trim_scale(sum(t.amount::numeric)) END)::text AS amount,
           min(t.tx_hash) AS tx_hash, count(*)::int AS count
         FROM onchain_transaction AS t WHERE t.reference = ? AND t.kind = 'payout' AND ${HAS_LEFT} AND ${own.sql}`,
        [gatewayId, ...own.bindings]
      )
    const [row] = rows
    return row && row.count > 0 ? { amount: row.amount, txHash: row.tx_hash ?? undefined } : null
  }

  /**
   * Outgoing transactions that may be a withdrawal: of its asset, of no more than its amount and not from
   * before it was sent, without fees, invoices, deposits, legs of splits and other withdrawals of ours. A deposit that only an
   * event reports excludes none: the event may be untrue. A transaction without a reference goes by its own
   * identifier.
   *
   * @returns largest amount first, because only a fee may have been taken out
   */
  async signsOf(row: WithdrawalRow, limit: number): Promise<PayoutSign[]> {
    const { chain, network_id, canonical_asset_id, token, amount } = row
    const sentAt = row.first_sent_at ?? row.created_at
    const own = inScope(this.scope, "t")
    const { rows }: { rows: PayoutSign[] } = await this.knex.raw(
      `SELECT ${GOES_BY} AS reference, (${LARGEST})::text AS amount FROM onchain_transaction AS t
       WHERE t.direction IS DISTINCT FROM 'in' AND t.kind IS DISTINCT FROM 'fee' AND ${HAS_LEFT}
         AND ${own.sql} AND ${IS_SAME_ASSET}
         AND (t.amount IS NULL OR t.amount::numeric <= ?::numeric)
         AND t.sort_at >= ?::timestamptz - ? * interval '1 millisecond'
         AND NOT ${GOES_BY} = ANY(?::text[])
         AND NOT EXISTS (SELECT 1 FROM onchain_attempt AS p WHERE p.gateway_invoice_id = t.reference
           AND p.environment = t.environment AND p.business_id = t.business_id AND p.deleted_at IS NULL)
         AND NOT EXISTS (SELECT 1 FROM onchain_deposit AS d WHERE d.id = t.reference
           AND d.environment = t.environment AND d.business_id = t.business_id AND d.confirmed_at IS NOT NULL)
         AND NOT EXISTS (SELECT 1 FROM onchain_withdrawal AS w WHERE w.gateway_withdrawal_id = t.reference
           AND w.environment = t.environment AND w.business_id = t.business_id AND w.deleted_at IS NULL)
         AND NOT EXISTS (SELECT 1 FROM onchain_payout_leg AS l WHERE l.gateway_withdrawal_id = t.reference
           AND l.environment = t.environment AND l.business_id = t.business_id AND l.deleted_at IS NULL)
       GROUP BY 1 ORDER BY ${LARGEST} DESC NULLS FIRST, max(t.sort_at) DESC, 1 LIMIT ?`,
      [
        ...own.bindings,
        chain,
        network_id,
        canonical_asset_id,
        canonical_asset_id,
        token,
        amount,
        sentAt,
        CLOCKS_DIFFER_MS,
        [...(this.others.get(row.id) ?? [])],
        limit,
      ]
    )
    return rows
  }
}

/** Destinations and withdrawals: of the treasury, of refunds, and the legs of splits. */
export class PayoutService {
  readonly destinations: Destinations
  readonly legs: PayoutLegs
  readonly withdrawals: {
    store: WithdrawalStore
    list: WithdrawalList
    /** @see insertWithdrawal */
    request: (requested: NewWithdrawal) => Promise<WithdrawalRow | undefined>
    evidence: PayoutEvidence
    /** Of following withdrawals; other work has its own. */
    pause: CircuitBreaker
  }

  constructor(
    { knex, options, clock }: { knex: Knex; options: OnchainOptions; clock: () => number },
    readonly accessLog: PayoutAccessLog,
    follow: PayoutFollower,
    count: ConstructorParameters<typeof WithdrawalStore>[3]
  ) {
    this.destinations = new Destinations(knex, options)
    this.legs = new PayoutLegs(knex, options)
    this.withdrawals = {
      store: new WithdrawalStore(knex, options, follow, count),
      list: new WithdrawalList(knex, options),
      request: (requested) => insertWithdrawal(knex, options, requested),
      evidence: new PayoutEvidence(knex, options),
      pause: new CircuitBreaker(clock),
    }
  }
}
