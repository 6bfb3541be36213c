import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { RequesterType } from "../../../domain/payout/payout-gate"
import type { RefundRefusal } from "../../../domain/refund/refund-amount"
import { REFUND_SETTLED } from "../events"
import {
  type AuditEntry,
  type AuditNote,
  changeWithNote,
  listAuditEntries,
  type NotedChange,
} from "../work/audit-log"
import { addToOutbox } from "../work/outbox"
import type { DestinationRow } from "../payout/destination-list"
import { lockPayment, selectAttempts } from "../payment/payment-row"
import type { PaymentRow } from "../payment/payment-row"
import { storeStatus } from "../payment/payment-status"
import { inScope, ownRows, type Scope } from "../work/claim"
import { listRefundsOf, REFUND, type RefundRow } from "./refund-ledger"
import {
  type CalculatedRefund,
  calculateRefund,
  type RefundTerms,
} from "../../../domain/refund/refund-calculation"
import { insertWithdrawal } from "../payout/withdrawal-store"
import type { WithdrawalRow } from "../payout/withdrawal-change"

/** Price of one token in the currency. */
export type UsedRate = { price: string; source: string; at: Date }

export type RefundPayoutRequest = {
  refundId: string
  destination: DestinationRow
  terms: Omit<RefundTerms, "price"> & { today: UsedRate | null }
  actor: { id: string; type: RequesterType; ownerId: string | null }
}

/** Another operator was faster. */
type Taken = { kind: "taken"; refund: RefundRow }

export type RefundPayoutStart =
  { kind: "started"; withdrawal: WithdrawalRow } | { kind: "refused"; refusal: RefundRefusal } | Taken

export type RefundSettlement = { kind: "settled"; refund: RefundRow } | Taken

/**
 * Begins payouts of refunds, and closes refunds that were settled by other means. Nothing is quoted or sent
 * here.
 *
 * Refunds of one payment are computed under a lock on the payment, so that together they never exceed what
 * arrived.
 */
export class RefundPayouts {
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope
  ) {}

  /** The lowest fee that the provider has quoted for an asset within a day, in token units. */
  async recentFee(
    asset: Pick<PaymentRow, "chain" | "network_id" | "token" | "canonical_asset_id">
  ): Promise<string | null> {
    const own = inScope(this.scope)
    const { rows }: { rows: { fee: string | null }[] } = await this.knex.raw(
      `SELECT quote_fee AS fee FROM onchain_withdrawal
       WHERE chain = ? AND network_id = ? AND token = ? AND canonical_asset_id IS NOT DISTINCT FROM ?
         AND quote_fee IS NOT NULL AND quoted_at > now() - interval '24 hours' AND deleted_at IS NULL
         AND ${own.sql}
       ORDER BY quote_fee::numeric LIMIT 1`,
      [asset.chain, asset.network_id, asset.token, asset.canonical_asset_id, ...own.bindings]
    )
    return rows[0]?.fee ?? null
  }

  /** Makes the payout of a refund that is due. Of any number of parallel attempts one succeeds. */
  async start(request: RefundPayoutRequest): Promise<RefundPayoutStart> {
    return this.knex.transaction(async (knex) => {
      const found = await findDue(knex, this.scope, request.refundId)
      if (found.kind === "taken") return found
      const { payment, refund, booked } = found
      const { today, ...terms } = request.terms
      const calculated = calculateRefund(payment, refund, booked, { ...terms, price: today?.price ?? null })
      if ("code" in calculated) return { kind: "refused", refusal: calculated }
      const paid = { ...calculated, ...rateOf(refund, payment, request.terms) }
      const withdrawal = await this.open(knex, request, payment, paid)
      // It has an open payout although the refund says otherwise: another operator was faster.
      if (!withdrawal) return { kind: "taken", refund }
      await follow(knex, request, { refund, paid, withdrawal })
      return { kind: "started", withdrawal }
    })
  }

  /** It counts as refunded at the rate of the payment. @param settlement.fiatDecimals of the currency */
  async settle(settlement: {
    refundId: string
    actorId: string
    note: string
    txHash: string | null
    fiatDecimals: number
  }): Promise<RefundSettlement> {
    const { refundId, actorId, note, txHash, fiatDecimals } = settlement
    return this.knex.transaction(async (trx): Promise<RefundSettlement> => {
      const found = await findDue(trx, this.scope, refundId)
      if (found.kind === "taken") return found
      const own = inScope(this.scope)
      const refund = await changeDue(
        trx,
        {
          sql: `UPDATE onchain_refund SET state = 'done', done_at = now(), settled_by = ?, settled_note = ?,
              settled_tx_hash = ?, share_amount = ?, last_error = NULL, updated_at = now()
            WHERE id = ? AND ${own.sql} RETURNING *`,
          bindings: [actorId, note, txHash, shareOf(found, fiatDecimals), refundId, ...own.bindings],
        },
        {
          action: "refund.settled_elsewhere",
          actorId,
          before: { state: "due" },
          after: { state: "done" },
        }
      )
      const { payment_id, session_id, settled_by } = refund
      const data = { refund_id: refundId, payment_id, session_id, settled_by }
      await addToOutbox(trx, [{ subject: refundId, name: REFUND_SETTLED, data }])
      return { kind: "settled", refund }
    })
  }

  history(refundId: string): Promise<AuditEntry[]> {
    return listAuditEntries(this.knex, REFUND, refundId, this.scope)
  }

  private async open(
    knex: Knex,
    { destination, actor, refundId }: RefundPayoutRequest,
    payment: PaymentRow,
    { tokens, share, rate_basis, rate, rate_source, rate_at }: PaidRefund
  ): Promise<WithdrawalRow | undefined> {
    return insertWithdrawal(knex, this.scope, {
      kind: "refund",
      refund_id: refundId,
      payment_id: payment.id,
      destination_id: destination.id,
      destination_address: destination.address,
      destination_memo: destination.memo,
      chain: payment.chain,
      network_id: payment.network_id,
      token: payment.token,
      canonical_asset_id: payment.canonical_asset_id,
      decimals: payment.decimals,
      amount: tokens,
      note: null,
      share_amount: share,
      rate_basis,
      rate,
      rate_source,
      rate_at,
      request_key: `refund_${refundId}_${(await countPayouts(knex, refundId)) + 1}`,
      requested_by: actor.id,
      requested_by_type: actor.type,
      requested_by_owner: actor.ownerId,
    })
  }
}

type Due = { kind: "due"; payment: PaymentRow; refund: RefundRow; booked: RefundRow[] }

/** Locks the payment first, then the refund, as everything does that owes or pays refunds. */
async function findDue(knex: Knex, scope: Scope, refundId: string): Promise<Due | Taken> {
  const seen = await findRefund(knex, scope, refundId)
  if (!seen) throw new Error(`refund ${refundId} is not there`)
  const current = await lockPayment(knex, seen.payment_id)
  const payment =
    seen.attempt_id === null
      ? current
      : await selectAttempts(knex).where({ attempt_id: seen.attempt_id }).first()
  if (!payment) throw new Error(`refund ${refundId} is of payment ${seen.payment_id}, which is not there`)
  const refund = await findRefund(knex, scope, refundId).forUpdate()
  if (refund?.state !== "due") return { kind: "taken", refund: refund ?? seen }
  return { kind: "due", payment, refund, booked: await listRefundsOf(knex, payment.id) }
}

function findRefund(knex: Knex, scope: Scope, id: string) {
  return ownRows<RefundRow>(knex, scope, "onchain_refund").where("id", id).first()
}

async function countPayouts(knex: Knex, refund_id: string): Promise<number> {
  const [row] = await knex("onchain_withdrawal").where({ refund_id }).count({ count: "*" })
  return Number(row?.count)
}

/** The payout keeps its rate, whatever becomes of the refund meanwhile. */
type PaidRefund = CalculatedRefund & Pick<WithdrawalRow, "rate_basis" | "rate" | "rate_source" | "rate_at">

async function follow(
  knex: Knex,
  { destination, actor }: RefundPayoutRequest,
  { refund, paid, withdrawal }: { refund: RefundRow; paid: PaidRefund; withdrawal: WithdrawalRow }
): Promise<void> {
  const { rate_basis, rate, rate_source, rate_at } = paid
  await changeDue(
    knex,
    {
      sql: `UPDATE onchain_refund SET state = 'quoted', withdrawal_id = ?, destination_id = ?, token_amount = ?,
          share_amount = ?, rate_basis = ?, rate = ?, rate_source = ?, rate_at = ?, last_error = NULL, updated_at = now()
        WHERE id = ? AND environment = ? AND business_id = ? RETURNING *`,
      bindings: [
        withdrawal.id,
        destination.id,
        paid.tokens,
        paid.share,
        rate_basis,
        rate,
        rate_source,
        rate_at,
        ...[refund.id, refund.environment, refund.business_id],
      ],
    },
    {
      action: "refund.payout_started",
      actorId: actor.id,
      before: { state: "due" },
      after: {
        state: "quoted",
        withdrawal_id: withdrawal.id,
        destination_id: destination.id,
        amount: paid.tokens,
        ...(rate_basis === null ? {} : { rate_basis }),
        ...(rate_basis === null && refund.token_amount === null ? { is_entered: true } : {}),
      },
    }
  )
}

async function changeDue(knex: Knex, change: NotedChange, note: AuditNote): Promise<RefundRow> {
  const changed = await changeWithNote<RefundRow>(knex, REFUND, change, note)
  if (!changed) throw new Error("a refund is gone, although it was locked")
  await storeStatus(knex, [changed.payment_id])
  return changed
}

function rateOf(
  { fiat_amount }: RefundRow,
  payment: PaymentRow,
  { basis, today }: RefundPayoutRequest["terms"]
): Pick<PaidRefund, "rate_basis" | "rate" | "rate_source" | "rate_at"> {
  if (fiat_amount === null) return { rate_basis: null, rate: null, rate_source: null, rate_at: null }
  if (basis === "payment") {
    const { rate, rate_source, rate_at } = payment
    return { rate_basis: basis, rate, rate_source, rate_at }
  }
  return {
    rate_basis: basis,
    rate: today?.price ?? null,
    rate_source: today?.source ?? null,
    rate_at: today?.at ?? null,
  }
}

/** An amount that cannot be paid out counts as nothing. */
function shareOf({ payment, refund, booked }: Due, fiatDecimals: number): string | null {
  if (refund.fiat_amount === null) return null
  const terms = { basis: "payment", price: null, enteredTokens: null, fiatDecimals } as const
  const calculated = calculateRefund(payment, refund, booked, terms)
  return "code" in calculated ? "0" : calculated.share
}
