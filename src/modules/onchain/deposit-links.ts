import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import { canBeMeantFor, isOfSameAsset } from "../../domain/deposit-candidate"
import {
  judgeProposals,
  linkedPayment,
  type AddressedPayment,
  type DepositProposal,
} from "../../domain/deposit-link"
import { CLOCKS_DIFFER_MS } from "../../domain/withdrawal-identity"
import { formatAmount } from "../../gateway/amount"
import { changeWithNote } from "./audit-log"
import type { DepositRow } from "./deposit-row"
import { DEPOSIT } from "./deposit-store"
import { lockPayment } from "./payment-lock"
import type { PaymentRow } from "./payment-row"
import type { PaymentStore } from "./payment-store"

/** A shopper may be wrong now and then; a list of guesses is no claim. */
export const MAX_CLAIMS = 5
const MAX_PROPOSALS = 20
/** Payments that an equal amount is compared with, newest first. */
const MAX_COMPARED = 500

/** Hex means the same in any case: wallets write an address with a checksum in its capitals. */
const SAME_ADDRESS = `(payment.deposit_address = deposit.to_address
  OR (deposit.to_address LIKE '0x%' AND lower(payment.deposit_address) = lower(deposit.to_address)))`

/** What an operator is shown beside a deposit. */
export type ProposedPayment = { payment: PaymentRow; by: "amount" | "claim"; isContested: boolean }

type Found = AddressedPayment & { deposit_id: string; expected_session_id: string | null }

/**
 * Ties deposits to the payments whose address or memo the money went to, and keeps what shoppers claim about transactions.
 * A tie is stored once and stays: whoever comes later finds the same.
 */
export class DepositLinks {
  constructor(private readonly knex: Knex) {}

  /**
   * Ties deposits that nothing ties yet, once a list of the service has confirmed them: a tie stays, and an event alone may be
   * untrue. Safe to repeat.
   *
   * @param depositId only this one; else all that are in review or were accepted
   * @returns ids of those that it tied
   */
  async link(depositId?: string): Promise<string[]> {
    const { rows }: { rows: Found[] } = await this.knex.raw(
      `SELECT deposit.id AS deposit_id, deposit.expected_session_id, payment.id, payment.session_id, payment.memo,
         (payment.state NOT IN ('captured', 'superseded') AND payment.order_closed_at IS NULL
           AND payment.abandoned_at IS NULL) AS "isOpen"
       FROM onchain_deposit AS deposit JOIN onchain_payment AS payment
         ON ${SAME_ADDRESS} AND (payment.memo IS NULL OR payment.memo = deposit.memo)
       WHERE deposit.payment_id IS NULL AND deposit.deleted_at IS NULL AND payment.deleted_at IS NULL
         AND deposit.state IN ('in_review', 'accepted') AND deposit.confirmed_at IS NOT NULL
         AND payment.created_at <= deposit.created_at
         AND (?::text IS NULL OR deposit.id = ?)`,
      [depositId ?? null, depositId ?? null]
    )
    const tied: string[] = []
    for (const id of new Set(rows.map(({ deposit_id }) => deposit_id))) {
      const payments = rows.filter(({ deposit_id }) => deposit_id === id)
      const { expected_session_id = null } = payments[0] ?? {}
      const found = linkedPayment({ expected_session_id }, payments)
      if (!found) continue
      const updated = await this.knex("onchain_deposit")
        .where({ id, payment_id: null })
        .update({ payment_id: found.paymentId, linked_by: found.by, updated_at: new Date() })
      if (updated === 1) tied.push(id)
    }
    return tied
  }

  /** Ties a deposit to a payment because a person says so. @returns false when it is tied already */
  async linkByPerson(depositId: string, paymentId: string, actorId: string): Promise<boolean> {
    const sql = `UPDATE onchain_deposit SET payment_id = ?, linked_by = 'person', updated_at = now()
      WHERE id = ? AND payment_id IS NULL AND state = 'in_review' AND confirmed_at IS NOT NULL RETURNING *`
    const note = { action: "deposit.linked", actorId, before: null, after: { payment_id: paymentId } }
    const bindings = [paymentId, depositId]
    return (await changeWithNote(this.knex, DEPOSIT, { sql, bindings }, note)) !== undefined
  }

  /** Deposits that belong to some payments, newest first. */
  listOf(paymentIds: readonly string[]): Promise<DepositRow[]> {
    return this.knex<DepositRow>("onchain_deposit")
      .whereIn("payment_id", [...paymentIds])
      .whereNull("deleted_at")
      .orderBy("observed_at", "desc")
  }

  /**
   * Keeps the hash of a transaction that a shopper names for a payment.
   *
   * @returns false when the payment has too many already; the same one again is no other
   */
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

  /** Hashes that the shoppers of some payments have named, oldest first. */
  listClaims(
    paymentIds: readonly string[]
  ): Promise<{ payment_id: string; tx_hash: string; created_at: Date }[]> {
    return this.knex("onchain_payment_claim")
      .whereIn("payment_id", [...paymentIds])
      .orderBy("created_at")
      .select("payment_id", "tx_hash", "created_at")
  }

  /** Payments that a deposit may be meant for by what a shopper claims, and while nothing ties it, by an equal amount. */
  async propose(deposit: DepositRow, toleranceBps: number): Promise<ProposedPayment[]> {
    const claimed = await this.listClaiming(deposit)
    const equal = deposit.payment_id === null ? await this.listEqual(deposit, toleranceBps) : []
    const payments = new Map([...claimed, ...equal].map((payment) => [payment.id, payment]))
    const proposals: DepositProposal[] = [
      ...claimed.map(({ id }) => ({ paymentId: id, by: "claim" as const })),
      ...equal
        .filter(({ id }) => !claimed.some((one) => one.id === id))
        .map(({ id }) => ({ paymentId: id, by: "amount" as const })),
    ]
    return judgeProposals(proposals, deposit.payment_id).flatMap(({ paymentId, by, isContested }) => {
      const payment = payments.get(paymentId)
      return payment ? [{ payment, by, isContested }] : []
    })
  }

  /**
   * Puts the money of an accepted deposit into the queue of money without an order, as money for the payment it belongs to: from
   * there a person applies it to the order. Once, whoever hears of it; another asset has no value in the order's currency, and what a
   * reusable address took before the payment was meant for another.
   *
   * @returns the payment that stands for it, or undefined when there is none
   */
  async queueAccepted(deposit: DepositRow, store: PaymentStore): Promise<PaymentRow | undefined> {
    if (deposit.payment_id === null) return undefined
    const meant = await store.find({ id: deposit.payment_id })
    if (!meant || !isOfSameAsset(deposit, meant) || isFromBefore(deposit, meant)) return undefined
    const id = generateEntityId(undefined, "ocpay")
    const session_id = `deposit_${deposit.id}`
    const { rail_id, chain, network_id, network_name, token, decimals } = meant
    const { canonical_asset_id, contract_address, expected_amount, fiat_amount, currency_code } = meant
    const { rate, rate_source, rate_at, customer_id, collection_id, order_closed_at } = meant
    await store.insert({
      ...{ rail_id, chain, network_id, network_name, token, decimals, canonical_asset_id, contract_address },
      ...{
        expected_amount,
        fiat_amount,
        currency_code,
        rate,
        rate_source,
        rate_at,
        customer_id,
        collection_id,
      },
      ...{
        id,
        session_id,
        order_closed_at,
        kind: "invoice",
        idempotency_key: session_id,
        next_check_at: null,
      },
      ...{ state: "unallocated", unallocated_reason: "deposit_accepted", settled_at: new Date() },
      ...{ received_amount: formatAmount(BigInt(deposit.amount_raw), decimals), tx_hash: deposit.tx_hash },
    })
    return store.find({ session_id })
  }

  private async listClaiming({ tx_hash }: DepositRow): Promise<PaymentRow[]> {
    if (tx_hash === null) return []
    const { rows } = await this.knex.raw(
      `SELECT payment.* FROM onchain_payment_claim AS claim JOIN onchain_payment AS payment ON payment.id = claim.payment_id
       WHERE claim.tx_hash IN (?, lower(?)) ORDER BY claim.created_at LIMIT ?`,
      [tx_hash, tx_hash, MAX_PROPOSALS]
    )
    return rows
  }

  private async listEqual(deposit: DepositRow, toleranceBps: number): Promise<PaymentRow[]> {
    const payments = await this.knex<PaymentRow>("onchain_payment")
      .where({ chain: deposit.chain, network_id: deposit.network_id, deleted_at: null, captured_at: null })
      .whereNotIn("state", ["opening", "unallocated"])
      .where("created_at", "<=", deposit.created_at)
      .orderBy("created_at", "desc")
      .limit(MAX_COMPARED)
    return payments.filter((payment) => canBeMeantFor(deposit, payment, toleranceBps)).slice(0, MAX_PROPOSALS)
  }
}

/** Whether a deposit came to a reusable address before the payment, and no person says that it is meant for it. */
function isFromBefore({ observed_at, linked_by }: DepositRow, { kind, created_at }: PaymentRow): boolean {
  if (kind !== "auto_deposit" || linked_by === "person") return false
  return observed_at.getTime() < created_at.getTime() - CLOCKS_DIFFER_MS
}
