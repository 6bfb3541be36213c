import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  isReportStored,
  isResolved,
  judgeListed,
  reportedState,
  type ReportedState,
  resolutionToState,
} from "../../../domain/deposit/deposit-lifecycle"
import { sessionOfOrderId } from "../../../domain/payment/attempt"
import { isSettledStatus } from "../../../domain/payment/payment-status"
import { formatAmount } from "../../../gateway/amount"
import type { Deposit, Invoice } from "../../../gateway/contract"
import { inScope, ownRows, type Scope, scopeColumns } from "../work/claim"
import { addToOutbox, changeWithEvents } from "../work/outbox"
import { leaveToReview } from "./income"
import { depositEvents, type DepositRow, lockDeposit, moveByService, moveDeposit } from "./deposit-store"

/** Prefix of `last_error`: the business assigns no deposits to orders, whatever the options say. */
const LEDGER_ONLY = "ledger_only: "

type Facts = ReturnType<typeof depositToFacts>

/** @param customer_id Medusa's customer, where the deposit names one of ours */
export function depositToFacts(deposit: Deposit, customer_id: string | null) {
  const { asset, amount, transaction, assignment } = deposit
  const intent = assignment?.expectedIntent
  const orderId = intent?.externalOrderId
  return {
    id: deposit.depositId,
    resolution_status: deposit.resolutionStatus ?? null,
    assignment_status: assignment?.status ?? null,
    gateway_customer_id: deposit.customerId ?? null,
    customer_id,
    chain: deposit.chain,
    network_id: deposit.networkId,
    token: asset.token ?? null,
    token_mint: asset.tokenMint ?? null,
    canonical_asset_id: asset.canonicalAssetId ?? null,
    is_supported: asset.supported ?? null,
    amount_raw: amount.raw,
    amount: displayAmount(amount),
    decimals: amount.decimals ?? null,
    tx_hash: transaction?.txHash ?? null,
    from_address: transaction?.fromAddress ?? null,
    to_address: transaction?.toAddress ?? null,
    memo: deposit.memo ?? null,
    expected_intent_id: intent?.id ?? null,
    expected_session_id: orderId === undefined ? null : sessionOfOrderId(orderId),
  }
}

/** Base units decide: the display amount counts only where the decimals are unknown. */
function displayAmount({ raw, display, decimals }: Deposit["amount"]): string | null {
  return decimals === undefined ? (display ?? null) : formatAmount(BigInt(raw), decimals)
}

/** Facts worth forging, which an event alone cannot prove. */
const UNPROVEN = {
  ...{ resolution_status: null, assignment_status: null, from_address: null, gateway_customer_id: null },
  ...{ expected_intent_id: null, expected_session_id: null },
} satisfies Partial<Facts>

/** Of the sender. They stay erased, although the lists still have them. */
const PERSONAL: readonly string[] = [
  "customer_id",
  "gateway_customer_id",
  "from_address",
  "memo",
] satisfies (keyof Facts)[]

/** A missing fact is kept, unless everything stored came from an event: the first list replaces all of that. */
function changedFacts(row: DepositRow, facts: Facts): Partial<Facts> {
  const changed = Object.entries(facts).filter(
    ([name, value]) =>
      (value !== null || row.confirmed_at === null) &&
      row[name as keyof Facts] !== value &&
      !(row.erased_at !== null && PERSONAL.includes(name))
  )
  return Object.fromEntries(changed)
}

/** A list may lag behind the answer that ended a deposit, so it reopens one only after this. */
const REOPEN_AFTER_MS = 60_000
/** A refund may take this long before its end is searched for. */
const REFUND_PATIENCE_MS = 2 * 60_000
/** An unconfirmed report older than this is looked for in the whole list only. */
const REPORT_PATIENCE_MS = 3_600_000

export type ReportedEnd = Exclude<ReportedState, "in_review" | "unknown">

/** Stores what events and lists of the provider say about deposits. Only lists move one. */
export class DepositMirror {
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope,
    private readonly clock: () => number
  ) {}

  /** A row that only an event reported has no sender and no session, and offers nothing until a list has it. */
  async report(event: string, deposit: Deposit): Promise<DepositRow> {
    const to = reportedState(event, deposit.resolutionStatus ?? null) ?? "in_review"
    const reported = { reported_state: to, reported_at: this.knex.fn.now() }
    const facts = { ...depositToFacts(deposit, null), ...UNPROVEN }
    const [made] = await this.insert(this.knex, facts, deposit, { state: "in_review", ...reported })
    if (made) return made
    return this.knex.transaction(async (knex) => {
      const row = await lockDeposit(knex, this.scope, deposit.depositId)
      if (!isReportStored({ state: row.state, reported: row.reported_state }, to)) return row
      return (await this.update(knex, row, reported))[0] ?? row
    })
  }

  /** Unchanged rows cost one read together. @returns those that are new to a list, or have moved */
  async recordList(deposits: readonly Deposit[], askedAt: Date): Promise<DepositRow[]> {
    const ids = deposits.map(({ depositId }) => depositId)
    const customerIds = await resolveDepositCustomers(this.knex, this.scope, deposits)
    const known = await ownRows<DepositRow>(this.knex, this.scope, "onchain_deposit").whereIn("id", ids)
    const rows = new Map(known.map((row) => [row.id, row]))
    const changed: DepositRow[] = []
    for (const [index, deposit] of deposits.entries()) {
      const facts = depositToFacts(deposit, customerIds[index] ?? null)
      const row = rows.get(facts.id)
      if (row && isAsListed(row, facts)) continue
      const recorded =
        (row ? undefined : await this.add(facts, deposit)) ?? (await this.apply(facts, askedAt))
      if (recorded) changed.push(recorded)
    }
    if (changed.length > 0)
      await leaveToReview(
        this.knex,
        this.scope,
        changed.map(({ id }) => id)
      )
    return changed
  }

  private add(facts: Facts, deposit: Deposit): Promise<DepositRow | undefined> {
    const state = resolutionToState(facts.resolution_status) ?? "in_review"
    // A deposit that was resolved before we knew of it is no news.
    const eventsOf = (row: DepositRow) => (isResolved(state) ? [] : depositEvents(row, null))
    return changeWithEvents(this.knex, eventsOf, (knex) =>
      this.insert(knex, facts, deposit, { state, confirmed_at: knex.fn.now() })
    )
  }

  /** @returns null unless it is new or has moved */
  private apply(facts: Facts, askedAt: Date): Promise<DepositRow | null> {
    return this.knex.transaction(async (knex) => {
      const row = await lockDeposit(knex, this.scope, facts.id)
      const isNewer = row.state_at >= askedAt || (row.reported_at !== null && row.reported_at >= askedAt)
      const isFirst = row.confirmed_at === null
      if (isNewer && !isFirst) return null
      const to = judgeListed(row.state, facts.resolution_status)
      if (to === "unknown") return null
      const columns = {
        ...changedFacts(row, facts),
        confirmed_at: row.confirmed_at ?? knex.fn.now(),
        ...{ reported_state: null, reported_at: null },
      }
      if (to === "current") {
        const [now] = await this.update(knex, row, columns)
        if (!now || !isFirst) return null
        await addToOutbox(knex, depositEvents(now, null))
        return now
      }
      const isLagging = isResolved(row.state) && askedAt.getTime() - row.state_at.getTime() < REOPEN_AFTER_MS
      return isLagging ? null : moveDeposit(knex, row, to, { ...moveByService(row, to), columns })
    })
  }

  private insert(
    knex: Knex,
    facts: Facts,
    { observedAt }: Deposit,
    more: Record<string, Knex.Value>
  ): Promise<DepositRow[]> {
    return knex("onchain_deposit")
      .insert({
        ...scopeColumns(this.scope),
        ...facts,
        ...more,
        state_at: knex.fn.now(),
        observed_at: observedAt ? new Date(observedAt) : new Date(this.clock()),
      })
      .onConflict()
      .ignore()
      .returning<DepositRow[]>("*")
  }

  private update(knex: Knex, { id }: DepositRow, columns: Record<string, Knex.Value>): Promise<DepositRow[]> {
    return knex("onchain_deposit")
      .where({ id, ...scopeColumns(this.scope) })
      .update({ ...columns, updated_at: knex.fn.now() })
      .returning<DepositRow[]>("*")
  }

  async listStuck(olderThanMs: number): Promise<string[]> {
    const rows = await this.rows()
      .where({ state: "processing" })
      .whereRaw("action_at < now() - ? * interval '1 millisecond'", [olderThanMs])
      .orderBy("next_attempt_at")
      .limit(20)
    return rows.map(({ id }) => id)
  }

  /** Ends and refunds that events reported lately and no list has confirmed. */
  async listReported(): Promise<ReportedEnd[]> {
    const rows = await this.rows()
      .whereNotNull("reported_state")
      .whereNotIn("reported_state", ["in_review", "unknown"])
      .whereRaw("reported_at > now() - ? * interval '1 millisecond'", [REPORT_PATIENCE_MS])
      .distinct<{ reported_state: ReportedEnd }[]>("reported_state")
    return rows.map(({ reported_state }) => reported_state)
  }

  /** What changed since `askedAt` stays. */
  async noteUnknown(ids: readonly string[], askedAt: Date): Promise<void> {
    const now = this.knex.fn.now()
    await this.rows()
      .whereIn("id", [...ids])
      .where({ state: "in_review" })
      .whereNotNull("confirmed_at")
      .where("state_at", "<", askedAt)
      .whereRaw("reported_state IS DISTINCT FROM 'unknown' AND (reported_at IS NULL OR reported_at < ?)", [
        askedAt,
      ])
      .update({ reported_state: "unknown", reported_at: now, updated_at: now })
  }

  /** Those missing from the list of deposits in review, and refunds that must have ended. */
  async listMissing(listed: ReadonlySet<string>, askedAt: Date): Promise<string[]> {
    const rows = await this.rows().whereRaw(
      `((state = 'in_review' AND confirmed_at IS NOT NULL AND state_at < ?)
         OR (state = 'refund_pending' AND state_at < now() - ? * interval '1 millisecond'))`,
      [askedAt, REFUND_PATIENCE_MS]
    )
    return rows.filter(({ id, state }) => state !== "in_review" || !listed.has(id)).map(({ id }) => id)
  }

  /**
   * In mode `ledger_only` the provider assigns no deposit, so payments at the address of a paid invoice wait forever. False without any.
   */
  async noteUnassigned({ id, status, depositAddress, memo, memoId, ...invoice }: Invoice): Promise<boolean> {
    if (!isSettledStatus(status) || depositAddress === undefined) return false
    const { chain, networkId, token } = invoice
    const reason =
      `${LEDGER_ONLY}deposit invoice ${id} is paid and assigned to nothing; ` +
      `set the assignment mode intent_required in the provider's dashboard, or the option collection "invoice"`
    const { rows } = await this.knex.raw(
      `UPDATE onchain_attempt SET last_error = :reason, updated_at = now()
       WHERE kind = 'auto_deposit' AND state = 'awaiting' AND deleted_at IS NULL
         AND environment = :environment AND business_id = :businessId
         AND network_id = :networkId AND token = :token AND chain = :chain
         AND lower(deposit_address) = lower(:address) AND (memo IS NULL OR memo = :memo)
       RETURNING id`,
      {
        ...{ reason, chain, networkId, token, address: depositAddress, memo: memoId ?? memo?.value ?? null },
        ...this.scope,
      }
    )
    return rows.length > 0
  }

  /** A later deposit of the customer in review rules it out: its invoice was just reported without the review. */
  async countUnassigned(): Promise<number> {
    const own = inScope(this.scope, "payment")
    const { rows } = await this.knex.raw(
      `SELECT count(*)::int AS count FROM onchain_attempt AS payment
       WHERE kind = 'auto_deposit' AND state = 'awaiting' AND last_error LIKE ? AND deleted_at IS NULL AND ${own.sql}
         AND NOT EXISTS (
           SELECT 1 FROM onchain_deposit AS deposit
           WHERE deposit.customer_id = payment.customer_id AND deposit.observed_at >= payment.created_at
             AND deposit.state <> 'income'
             AND deposit.chain = payment.chain AND deposit.network_id = payment.network_id
             AND deposit.environment = payment.environment AND deposit.business_id = payment.business_id)`,
      [`${LEDGER_ONLY}%`, ...own.bindings]
    )
    return rows[0].count
  }

  private rows() {
    return ownRows<DepositRow>(this.knex, this.scope, "onchain_deposit")
  }
}

function isAsListed(row: DepositRow, facts: Facts): boolean {
  if (row.confirmed_at === null || row.reported_state !== null) return false
  const to = judgeListed(row.state, facts.resolution_status)
  return to === "unknown" || (to === "current" && Object.keys(changedFacts(row, facts)).length === 0)
}

type CustomerRow = { customer_id: string; gateway_customer_id: string | null }

/** A reference must not contradict the provider's customer: an account has one there. @returns in the order of the deposits */
async function resolveDepositCustomers(
  knex: Knex,
  scope: Scope,
  deposits: readonly Pick<Deposit, "customerId" | "externalCustomerRef">[]
): Promise<(string | null)[]> {
  const gatewayIds = deposits.flatMap(({ customerId }) => (customerId === undefined ? [] : [customerId]))
  const references = deposits.flatMap(({ externalCustomerRef: ref }) => (ref === undefined ? [] : [ref]))
  if (gatewayIds.length === 0 && references.length === 0) return deposits.map(() => null)
  const own = inScope(scope)
  const { rows }: { rows: CustomerRow[] } = await knex.raw(
    `SELECT customer_id, gateway_customer_id FROM onchain_customer
     WHERE deleted_at IS NULL AND ${own.sql} AND (gateway_customer_id = ANY(?::text[]) OR customer_id = ANY(?::text[]))`,
    [...own.bindings, gatewayIds, references]
  )
  return deposits.map(({ customerId, externalCustomerRef }) => {
    const named = rows.find((row) => customerId !== undefined && row.gateway_customer_id === customerId)
    const referred = rows.find((row) => row.customer_id === externalCustomerRef)
    const isSame = customerId === undefined || (referred?.gateway_customer_id ?? customerId) === customerId
    return named?.customer_id ?? (isSame ? (referred?.customer_id ?? null) : null)
  })
}
