import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { ApprovalRule } from "../../../domain/payout/payout-gate"
import type { RefundRefusal } from "../../../domain/refund/refund-amount"
import type { WithdrawalState } from "../../../domain/payout/withdrawal-lifecycle"
import { calculateRefund, type RefundTerms } from "../../../domain/refund/refund-calculation"
import { refundStateOf } from "../../../domain/refund/refund-lifecycle"
import { REFUND_PAID, REFUND_SETTLED } from "../events"
import { lockPayment, type PaymentRow, selectAttempts } from "../payment/payment-row"
import { type DestinationRow, archiveSingleUse } from "../payout/destinations"
import { insertWithdrawal } from "../payout/payout-service"
import { findOtherPayout, type WithdrawalRow } from "../payout/withdrawal-store"
import { type AuditEntry, listAuditEntries, noteAudit } from "../work/audit-log"
import { inScope, ownRows, type Scope } from "../work/claim"
import { addToOutbox, type OutboxEvent } from "../work/outbox"
import { ObservedSenders, RefundAddresses } from "./refund-addresses"
import {
  type BookedRefundRow,
  changeRefund,
  listRefundsOf,
  REFUND,
  RefundLedger,
  RefundList,
  type RefundRow,
} from "./refund-ledger"

export type UsedRate = { price: string; source: string; at: Date }

export type RefundPayoutRequest = {
  refundId: string
  destination: DestinationRow
  terms: Omit<RefundTerms, "price"> & { today: UsedRate | null }
  actor: { id: string; ownerId: string | null }
}

type Taken = { kind: "taken"; refund: RefundRow }

export type RefundPayoutStart =
  { kind: "started"; withdrawal: WithdrawalRow } | { kind: "refused"; refusal: RefundRefusal } | Taken

export type RefundSettlement = { kind: "settled"; refund: RefundRow } | Taken

/** Refunds of one payment are computed under a lock on it, so that together they never exceed what arrived. */
export class RefundService extends RefundLedger {
  readonly list: RefundList
  readonly addresses: RefundAddresses
  readonly senders: ObservedSenders

  constructor(knex: Knex, options: Scope & ApprovalRule) {
    super(knex, options)
    this.list = new RefundList(knex, options)
    this.addresses = new RefundAddresses(knex, options)
    this.senders = new ObservedSenders(knex, options)
  }

  /** The lowest fee that the provider has quoted for an asset within a day, in token units. */
  async recentFee(
    asset: Pick<PaymentRow, "chain" | "network_id" | "token" | "canonical_asset_id">
  ): Promise<string | null> {
    const own = inScope(this.scope)
    const { rows }: { rows: { fee: string | null }[] } = await this.knex.raw(
      `SELECT quote_fee AS fee FROM onchain_withdrawal
       WHERE chain = ? AND network_id = ? AND token = ? AND canonical_asset_id IS NOT DISTINCT FROM ?
         AND quote_fee IS NOT NULL AND created_at > now() - interval '24 hours' AND deleted_at IS NULL
         AND ${own.sql}
       ORDER BY quote_fee::numeric LIMIT 1`,
      [asset.chain, asset.network_id, asset.token, asset.canonical_asset_id, ...own.bindings]
    )
    return rows[0]?.fee ?? null
  }

  /** Makes the payout of a refund that is due. Of any number of parallel attempts one succeeds. */
  startPayout({ refundId, destination, terms, actor }: RefundPayoutRequest): Promise<RefundPayoutStart> {
    return this.knex.transaction(async (trx): Promise<RefundPayoutStart> => {
      const found = await this.lockDue(trx, refundId)
      if (found.kind === "taken") return found
      const { payment, refund, booked } = found
      const price = terms.today?.price ?? null
      const calculated = calculateRefund(payment, refund, booked, { ...terms, price })
      if ("code" in calculated) return { kind: "refused", refusal: calculated }
      const { tokens, share } = calculated
      // It has an open payout although the refund says otherwise: another operator was faster.
      if (await findOtherPayout(trx, { id: "", refund_id: refundId })) return { kind: "taken", refund }
      const rate = rateOf(refund, payment, terms)
      const { chain, network_id, token, canonical_asset_id } = payment
      const withdrawal = await insertWithdrawal(trx, this.scope, {
        ...{ refund_id: refundId, payment_id: payment.id, note: null, amount: tokens },
        ...{ chain, network_id, token, canonical_asset_id },
        destination_id: destination.id,
        destination_address: destination.address,
        destination_memo: destination.memo,
        request_key: `refund_${refundId}_${(await countPayouts(trx, refundId)) + 1}`,
        requested_by: actor.id,
        requested_by_owner: actor.ownerId,
      })
      if (!withdrawal) return { kind: "taken", refund }
      const { rate_basis } = rate
      const isEntered = rate_basis === null && refund.token_amount === null
      const now = { state: "quoted", withdrawal_id: withdrawal.id }
      await changeRefund(
        trx,
        refund,
        { ...now, last_error: null, token_amount: tokens, share_amount: share, ...rate },
        {
          action: "refund.payout_started",
          actorId: actor.id,
          before: { state: "due" },
          after: {
            ...{ ...now, destination_id: destination.id, amount: tokens },
            ...(rate_basis === null ? {} : { rate_basis }),
            ...(isEntered ? { is_entered: true } : {}),
          },
        }
      )
      return { kind: "started", withdrawal }
    })
  }

  /** It counts as refunded at the rate of the payment. @param settlement.fiatDecimals of the currency */
  settle(settlement: {
    refundId: string
    actorId: string
    note: string
    txHash: string | null
    fiatDecimals: number
  }): Promise<RefundSettlement> {
    const { refundId, actorId, note, txHash, fiatDecimals } = settlement
    return this.knex.transaction(async (trx): Promise<RefundSettlement> => {
      const found = await this.lockDue(trx, refundId)
      if (found.kind === "taken") return found
      const columns = {
        ...{ settled_by: actorId, settled_note: note, settled_tx_hash: txHash, last_error: null },
        share_amount: shareOf(found, fiatDecimals),
      }
      const refund = await changeRefund(
        trx,
        found.refund,
        { state: "done", done_at: trx.fn.now(), ...columns },
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

  /** Locks the payment first, then the refund, as everything does that owes or pays refunds. */
  private async lockDue(trx: Knex.Transaction, refundId: string): Promise<Due | Taken> {
    const find = () => ownRows<RefundRow>(trx, this.scope, "onchain_refund").where("id", refundId).first()
    const seen = await find()
    if (!seen) throw new Error(`refund ${refundId} is not there`)
    const { attempt_id, payment_id } = seen
    const current = await lockPayment(trx, payment_id)
    const payment = attempt_id === null ? current : await selectAttempts(trx).where({ attempt_id }).first()
    if (!payment) throw new Error(`refund ${refundId} is of payment ${payment_id}, which is not there`)
    const refund = await find().forUpdate()
    if (refund?.state !== "due") return { kind: "taken", refund: refund ?? seen }
    return { kind: "due", payment, refund, booked: await listRefundsOf(trx, payment.id) }
  }
}

type Due = { kind: "due"; payment: PaymentRow; refund: RefundRow; booked: BookedRefundRow[] }

async function countPayouts(knex: Knex, refund_id: string): Promise<number> {
  const [row] = await knex("onchain_withdrawal").where({ refund_id, deleted_at: null }).count({ count: "*" })
  return Number(row?.count)
}

function rateOf(
  { fiat_amount }: RefundRow,
  payment: PaymentRow,
  { basis, today }: RefundPayoutRequest["terms"]
): Pick<RefundRow, "rate_basis" | "rate" | "rate_source" | "rate_at"> {
  if (fiat_amount === null) return { rate_basis: null, rate: null, rate_source: null, rate_at: null }
  const { rate, rate_source, rate_at } = payment
  if (basis === "payment") return { rate_basis: basis, rate, rate_source, rate_at }
  const { price = null, source = null, at = null } = today ?? {}
  return { rate_basis: basis, rate: price, rate_source: source, rate_at: at }
}

/** An amount that cannot be paid out counts as nothing. */
function shareOf({ payment, refund, booked }: Due, fiatDecimals: number): string | null {
  if (refund.fiat_amount === null) return null
  const terms = { basis: "payment", price: null, enteredTokens: null, fiatDecimals } as const
  const calculated = calculateRefund(payment, refund, booked, terms)
  return "code" in calculated ? "0" : calculated.share
}

/** The ends of a payout are in its refund's history too. */
const NOTED = { done: "refund.paid", due: "refund.payout_ended" } as const

/** Only the latest payout decides, unless a person settled the refund otherwise: a payout sent as well is recorded for review. */
export async function followPayout(
  trx: Knex.Transaction,
  from: WithdrawalState,
  payout: WithdrawalRow
): Promise<OutboxEvent[]> {
  const { id, refund_id, state: to, environment, business_id } = payout
  if (refund_id === null) return []
  const rows = trx<RefundRow>("onchain_refund").where({
    ...{ id: refund_id, environment, business_id, deleted_at: null },
  })
  const refund = await rows.clone().first()
  // A refund that was withdrawn before is not paid by it: the payout has a mismatch instead.
  if (!refund) return []
  const updated_at = trx.fn.now()
  if (refund.withdrawal_id === id && refund.settled_by === null) {
    await rows.clone().update({ ...(await columnsAfter(trx, refund, payout)), updated_at })
    await noteEnd(trx, from, payout, refund)
  } else if (to === "sent" || to === "completed") {
    const last_error = `Its withdrawal ${id} was sent after all. It may be paid twice.`
    await rows.clone().update({ last_error, updated_at })
  }
  if (to !== "completed" || from === to) return []
  const { payment_id, session_id } = refund
  const data = { refund_id, payment_id, session_id, withdrawal_id: id }
  return [{ subject: id, name: REFUND_PAID, data, messageDelayMs: 0 }]
}

async function columnsAfter(
  trx: Knex,
  refund: RefundRow,
  payout: WithdrawalRow
): Promise<Partial<RefundRow>> {
  const state = refundStateOf(payout.state)
  const { last_error } = payout
  const isOnly = (await findOtherPayout(trx, payout)) === undefined
  const common = {
    state,
    // The warning about another payout stays.
    last_error: isOnly ? last_error : (refund.last_error ?? last_error),
    done_at: state === "done" ? (refund.done_at ?? payout.state_at) : null,
  }
  // A refund keeps the terms of its latest payout, which may turn out to be sent after all.
  if (state !== "due") return { ...common, token_amount: payout.amount }
  // Fiat is converted again with the next quote; an entered amount, which had a share, is entered again. A refund that is due
  // already may have learned its amount since.
  const isKept = refund.state === "due" || (refund.share_amount === null && refund.kind !== "order")
  return { ...common, token_amount: isKept ? refund.token_amount : null }
}

async function noteEnd(
  trx: Knex,
  from: WithdrawalState,
  { id: withdrawal_id, state: to, last_error: reason }: WithdrawalRow,
  refund: RefundRow
): Promise<void> {
  const [before, state] = [refundStateOf(from), refundStateOf(to)]
  if (state === "done") await archiveSingleUse(trx, { refundId: refund.id }, null)
  if (before === state || (state !== "done" && state !== "due")) return
  await noteAudit(
    trx,
    { ...refund, type: REFUND },
    {
      action: NOTED[state],
      actorId: null,
      before: { state: before },
      after: { state, withdrawal_id, ...(reason === null ? {} : { reason }) },
    }
  )
}
