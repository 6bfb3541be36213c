import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import {
  type AddressedPayment,
  areContested,
  canBeMeantFor,
  findLinkRefusal,
  isOfSameAsset,
  linkedPayment,
  type LinkRefusal,
} from "../../../domain/deposit/deposit-link"
import { CLOCKS_DIFFER_MS } from "../../../domain/payout/payout-evidence"
import { formatAmount } from "../../../gateway/amount"
import type { OnchainDepositProposal } from "../../../types/http"
import { unallocatedEvent } from "../payment/payment-checks"
import {
  ATTEMPTS,
  lockPayment,
  PAYMENTS,
  type PaymentRow,
  queuedSession,
  selectAttempts,
  selectPayments,
} from "../payment/payment-row"
import type { PaymentStore } from "../payment/payment-store"
import { inScope, isPaidTo, isSameAddressIn, ownRows, type Scope, scopeColumns } from "../work/claim"
import { changeDeposit, type DepositRow, lockDeposit } from "./deposit-store"

/** More are guesses, not claims. */
export const MAX_CLAIMS = 5
const MAX_PROPOSALS = 20
const MAX_COMPARED = 500
/** An accepted deposit is tied when a list confirms it; what is older by then stays income. */
const TIED_WITHIN_DAYS = 30

export type CandidatePayment = PaymentRow & { gateway_intent_id: string }

type ProposedPayment = { payment: PaymentRow; by: OnchainDepositProposal["by"]; isContested: boolean }

/** The session id of the money of an accepted deposit, which names the deposit. */
const QUEUED = /^deposit_ocpay_[^_]+_(.+)$/

type Found = AddressedPayment & { deposit_id: string; expected_session_id: string | null }

/** Ties deposits to payments by address or memo, and keeps shoppers' claims about transactions. */
export class DepositLinks {
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope,
    private readonly payments: PaymentStore
  ) {}

  /** Ties deposits, and queues the accepted money of tied ones. Safe to repeat. @param depositId only this one */
  async linkAndQueue(depositId?: string): Promise<void> {
    await this.link(depositId)
    await this.queueTied(depositId)
  }

  /** Queues the accepted money of tied deposits, also what a process that died has left. Safe to repeat. */
  async queueTied(depositId?: string): Promise<void> {
    const toQueue = await this.rows()
      .where({ state: "accepted", queued_at: null, ...(depositId === undefined ? {} : { id: depositId }) })
      .whereNotNull("payment_id")
    for (const deposit of toQueue) await this.queueAccepted(deposit)
  }

  /** When an event last reported a deposit to an address of these payments that no list has confirmed yet. */
  async reportedAt(paymentIds: readonly string[]): Promise<Date | null> {
    const own = inScope(this.scope, "deposit")
    const { rows } = await this.knex.raw(
      `SELECT max(deposit.created_at) AS at FROM onchain_deposit AS deposit JOIN ${ATTEMPTS} AS attempt
         ON ${isSameAddressIn("attempt.deposit_address", "deposit.to_address")}
       WHERE deposit.confirmed_at IS NULL AND deposit.payment_id IS NULL AND deposit.deleted_at IS NULL
         AND attempt.id = ANY(?) AND ${own.sql}`,
      [[...paymentIds], ...own.bindings]
    )
    return rows[0].at
  }

  /** Only what a list has confirmed: a tie stays, and an event alone may be untrue. @returns ids of those that it tied */
  async link(depositId?: string): Promise<string[]> {
    const own = inScope(this.scope, "deposit")
    const { rows }: { rows: Found[] } = await this.knex.raw(
      `SELECT deposit.id AS deposit_id, deposit.expected_session_id, attempt.id, attempt.session_id, attempt.memo,
         (attempt.outcome <> 'captured' AND attempt.attempt_state <> 'superseded' AND attempt.order_closed_at IS NULL
           AND attempt.abandoned_at IS NULL) AS "isOpen"
       FROM onchain_deposit AS deposit JOIN ${ATTEMPTS} AS attempt
         ON attempt.attempt_id = ANY (ARRAY (SELECT a.id FROM onchain_attempt AS a
           WHERE ${isPaidTo("a", { address: "deposit.to_address", memo: "deposit.memo" })}))
       WHERE deposit.payment_id IS NULL AND deposit.deleted_at IS NULL
         AND (deposit.state = 'in_review' OR deposit.state = 'accepted' AND deposit.observed_at > now() - interval '${TIED_WITHIN_DAYS} days')
         AND deposit.confirmed_at IS NOT NULL
         AND attempt.attempt_created_at <= deposit.created_at
         AND attempt.environment = deposit.environment AND attempt.business_id = deposit.business_id
         AND (?::text IS NULL OR deposit.id = ?) AND ${own.sql}`,
      [depositId ?? null, depositId ?? null, ...own.bindings]
    )
    const tied: string[] = []
    for (const id of new Set(rows.map(({ deposit_id }) => deposit_id))) {
      const payments = onePerPayment(rows.filter(({ deposit_id }) => deposit_id === id))
      const { expected_session_id = null } = payments[0] ?? {}
      const found = linkedPayment({ expected_session_id }, payments)
      if (!found) continue
      const updated = await this.knex("onchain_deposit")
        .where({ id, payment_id: null, ...scopeColumns(this.scope) })
        .update({ payment_id: found.paymentId, linked_by: found.by, updated_at: this.knex.fn.now() })
      if (updated === 1) tied.push(id)
    }
    return tied
  }

  linkByPerson(depositId: string, payment_id: string, actorId: string): Promise<LinkRefusal | null> {
    return this.knex.transaction(async (knex) => {
      const row = await lockDeposit(knex, this.scope, depositId)
      const refusal = findLinkRefusal(row)
      if (refusal) return refusal
      const note = { action: "deposit.linked", actorId, before: null, after: { payment_id } }
      await changeDeposit(knex, row, { payment_id, linked_by: "person" }, note)
      return null
    })
  }

  listOf(paymentIds: readonly string[]): Promise<DepositRow[]> {
    return this.rows()
      .whereIn("payment_id", [...paymentIds])
      .orderBy("observed_at", "desc")
  }

  /** All attempts of the payments that deposits were sent for, or that the provider expected; oldest first. */
  async listMeant(deposits: readonly DepositRow[]): Promise<PaymentRow[]> {
    const ids = deposits.flatMap(({ payment_id }) => payment_id ?? [])
    const sessions = deposits.flatMap(({ expected_session_id }) => expected_session_id ?? [])
    if (ids.length + sessions.length === 0) return []
    return selectAttempts(this.knex)
      .where((either) => either.whereIn("id", ids).orWhereIn("session_id", sessions))
      .orderBy(["attempt_created_at", "attempt_id"])
  }

  /** False when the payment has too many already. */
  claim(payment: PaymentRow, txHash: string): Promise<boolean> {
    return this.knex.transaction(async (knex) => {
      await lockPayment(knex, payment.id)
      const known: { tx_hash: string }[] = await knex("onchain_payment_claim")
        .where({ payment_id: payment.id })
        .select("tx_hash")
      if (known.some(({ tx_hash }) => tx_hash === txHash)) return true
      if (known.length >= MAX_CLAIMS) return false
      const id = generateEntityId(undefined, "occlaim")
      await knex("onchain_payment_claim").insert({ id, payment_id: payment.id, tx_hash: txHash })
      return true
    })
  }

  listClaims(
    paymentIds: readonly string[]
  ): Promise<{ payment_id: string; tx_hash: string; created_at: Date }[]> {
    return this.knex("onchain_payment_claim")
      .whereIn("payment_id", [...paymentIds])
      .orderBy("created_at")
      .select("payment_id", "tx_hash", "created_at")
  }

  /** Open payments of its customer, newest first; the caller checks their orders. */
  async candidates(deposit: DepositRow): Promise<CandidatePayment[]> {
    const { customer_id, network_id } = deposit
    if (customer_id === null) return []
    const payments = await selectPayments(this.knex)
      .where({
        ...scopeColumns(this.scope),
        kind: "auto_deposit",
        state: "awaiting",
        customer_id,
        network_id,
      })
      .orderBy("created_at", "desc")
    return payments.filter(
      (payment): payment is CandidatePayment =>
        payment.gateway_intent_id !== null && canBeMeantFor(deposit, payment)
    )
  }

  async propose(deposit: DepositRow): Promise<ProposedPayment[]> {
    const claimed = await this.listClaiming(deposit)
    const ids = claimed.map(({ id }) => id)
    const isContested = areContested(ids, deposit.payment_id)
    const equal = deposit.payment_id === null ? await this.listEqual(deposit) : []
    const others = equal.filter(({ id }) => !ids.includes(id))
    return [
      ...claimed.map((payment) => ({ payment, by: "claim" as const, isContested })),
      ...others.map((payment) => ({ payment, by: "amount" as const, isContested: false })),
    ]
  }

  async queueAccepted(deposit: DepositRow): Promise<void> {
    const meant = await this.findMeant(deposit)
    if (meant) {
      const row = queuedRow(meant, deposit, this.payments.clock())
      await this.payments.insert(row, [unallocatedEvent(row, row.unallocated_reason)])
    }
    await this.knex("onchain_deposit")
      .where({ id: deposit.id, ...scopeColumns(this.scope) })
      .update({ queued_at: this.knex.fn.now(), updated_at: this.knex.fn.now() })
  }

  /** What accepting a deposit queues for its payment; null where the money is not meant for it. */
  async previewQueued(deposit: DepositRow): Promise<PaymentRow | null> {
    const meant = await this.findMeant(deposit)
    const undecided = { gateway_status: null, resolution: null, proposed_order_id: null, proposed_by: null }
    return meant ? { ...meant, ...undecided, ...queuedRow(meant, deposit, this.payments.clock()) } : null
  }

  /** Another asset has no value in the order's currency, and what a reusable address took before the payment was meant for another. */
  private async findMeant(deposit: DepositRow): Promise<PaymentRow | undefined> {
    const attempts = deposit.payment_id === null ? [] : await this.payments.listAttempts([deposit.payment_id])
    return attempts.filter((one) => isOfSameAsset(deposit, one) && !isFromBefore(deposit, one)).at(-1)
  }

  /** The accepted money of a deposit, once it is queued for its payment. */
  async findQueued({ id, payment_id }: DepositRow): Promise<PaymentRow | undefined> {
    return payment_id === null ? undefined : this.payments.find({ session_id: queuedSession(payment_id, id) })
  }

  /** Whether nothing but an operator ties the money of a payment to its order. */
  async isTiedByPerson({ session_id }: Pick<PaymentRow, "session_id">): Promise<boolean> {
    const depositId = QUEUED.exec(session_id)?.[1]
    if (depositId === undefined) return false
    const deposit = await this.rows().where({ id: depositId }).first("linked_by")
    return deposit?.linked_by === "person"
  }

  private rows() {
    return ownRows<DepositRow>(this.knex, this.scope, "onchain_deposit")
  }

  private async listClaiming({ tx_hash }: DepositRow): Promise<PaymentRow[]> {
    if (tx_hash === null) return []
    const { rows } = await this.knex.raw(
      `SELECT payment.* FROM onchain_payment_claim AS claim JOIN ${PAYMENTS} AS payment ON payment.id = claim.payment_id
       WHERE claim.tx_hash IN (?, lower(?)) AND claim.deleted_at IS NULL ORDER BY claim.created_at LIMIT ?`,
      [tx_hash, tx_hash, MAX_PROPOSALS]
    )
    return rows
  }

  private async listEqual(deposit: DepositRow): Promise<PaymentRow[]> {
    const payments = await selectPayments(this.knex)
      .where({
        ...scopeColumns(this.scope),
        chain: deposit.chain,
        network_id: deposit.network_id,
        captured_at: null,
      })
      .whereNotIn("state", ["opening", "unallocated"])
      .where("created_at", "<=", deposit.created_at)
      .orderBy("created_at", "desc")
      .limit(MAX_COMPARED)
    return payments.filter((payment) => canBeMeantFor(deposit, payment)).slice(0, MAX_PROPOSALS)
  }
}

function queuedRow(meant: PaymentRow, deposit: DepositRow, nowMs: number) {
  const id = generateEntityId(undefined, "ocpay")
  const session_id = queuedSession(meant.id, deposit.id)
  const { rail_id, chain, network_id, token, decimals } = meant
  const { canonical_asset_id, contract_address, expected_amount, fiat_amount, currency_code } = meant
  const { rate, rate_source, rate_at, collection_id, order_closed_at } = meant
  // An operator may tie it to the payment of another customer than the one who sent it.
  const { customer_id } = deposit.linked_by === "person" ? deposit : meant
  return {
    ...{ rail_id, chain, network_id, token, decimals, canonical_asset_id, contract_address },
    ...{ expected_amount, fiat_amount, asked_fiat_amount: fiat_amount, currency_code },
    ...{ rate, rate_source, rate_at },
    ...{ customer_id, collection_id, order_closed_at },
    ...{ id, session_id, kind: "invoice" as const, idempotency_key: session_id, next_check_at: null },
    ...{ state: "unallocated" as const, unallocated_reason: "deposit_accepted", settled_at: new Date(nowMs) },
    ...{ received_amount: formatAmount(BigInt(deposit.amount_raw), decimals), tx_hash: deposit.tx_hash },
  }
}

/** Several attempts of a payment may share an address; it is open if any of them is. */
function onePerPayment(rows: readonly Found[]): Found[] {
  const found = new Map<string, Found>()
  for (const row of rows) if (row.isOpen || !found.has(row.id)) found.set(row.id, row)
  return [...found.values()]
}

/** Whether a deposit to a reusable address arrived before the payment and no operator linked it. */
function isFromBefore(
  { observed_at, linked_by }: DepositRow,
  { kind, attempt_created_at }: PaymentRow
): boolean {
  if (kind !== "auto_deposit" || linked_by === "person") return false
  return observed_at.getTime() < attempt_created_at.getTime() - CLOCKS_DIFFER_MS
}
