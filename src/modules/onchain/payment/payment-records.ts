import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { KnownMoney } from "../../../domain/payment/invoice-reading"
import type { MessageMoment, TimelineEntry } from "../../../domain/payment/timeline"
import type { DepositRow } from "../deposit/deposit-store"
import { IS_WAITING } from "../models/transaction"
import type { WithdrawalRow } from "../payout/withdrawal-store"
import type { RefundRow } from "../refund/refund-ledger"
import { isSameAddressIn } from "../work/claim"
import { type AnyPayment, OF_ORDER, queuedSessionIn, selectAnyPayments } from "./payment-row"
import { MESSAGES } from "./shopper-messages"

/** Why money is known: the flags of {@link KnownMoney}, or a record of the service for money that it counts. */
type KnownBy = "deposit" | "accepted" | "transaction" | "payment"

/** Money that arrived, as its record says. */
export type ArrivedMoney = {
  known_by: KnownBy
  tx_hash: string | null
  chain: string
  network_id: string
  token: string | null
  canonical_asset_id: string | null
  /** Decimal in token units; null where the record names none. */
  amount: string | null
  to_address: string | null
  memo: string | null
  /** ISO 8601, by the clock of the service. */
  at: string
}

/**
 * `hasReceivedSome`: an attempt has, also what is owed back. `claimedTxHash`: the last transaction that the payer named.
 * `arrived`: what waits for a decision, then what counts, each oldest first.
 */
export type PaymentMoney = KnownMoney & {
  hasReceivedSome: boolean
  claimedTxHash: string | null
  arrived: ArrivedMoney[]
}

const PART = `SELECT 1 FROM onchain_attempt AS a WHERE a.payment_id = p.id AND a.deleted_at IS NULL
  AND a.received_amount::numeric > 0 AND COALESCE(a.gateway_status NOT IN ('paid', 'overpaid'), true)
  AND NOT EXISTS (SELECT 1 FROM onchain_refund AS r WHERE r.payment_id = p.id AND r.attempt_id = a.id AND r.deleted_at IS NULL)`

/** What comes to a reusable address later is for another order. */
const IS_UNPAID = "p.state <> 'captured'"

const IS_UNDECIDED = "d.state IN ('in_review', 'processing')"

/** Accepted money belongs to its deposit until it is queued. */
const TIED = `FROM onchain_deposit AS d WHERE d.payment_id = p.id AND d.deleted_at IS NULL
  AND (${IS_UNDECIDED} OR (d.state = 'accepted' AND d.queued_at IS NULL))`

/** Whether an open payment of the customer asks for the asset of a deposit. */
const IS_ASKED_FOR = `EXISTS (SELECT 1 FROM onchain_attempt AS other JOIN onchain_payment AS its ON its.id = other.payment_id
  WHERE other.customer_id = d.customer_id AND other.chain = d.chain AND other.network_id = d.network_id
    AND other.deleted_at IS NULL AND its.state = 'open' AND its.abandoned_at IS NULL AND its.order_closed_at IS NULL
    AND (other.token = d.token OR other.canonical_asset_id = d.canonical_asset_id))`

/**
 * A deposit to the customer's reusable address since the payment was opened, by our own time of first sight: the clock of the
 * service may be behind. An asset that no payment asks for may be meant for each, unless it is income, which nobody decides about.
 */
const MEANT = `FROM onchain_attempt AS a JOIN onchain_deposit AS d
    ON d.customer_id = a.customer_id AND d.environment = a.environment AND d.business_id = a.business_id AND d.chain = a.chain AND d.network_id = a.network_id
  WHERE a.payment_id = p.id AND a.deleted_at IS NULL AND a.kind = 'auto_deposit' AND d.deleted_at IS NULL
    AND d.created_at >= p.created_at
    AND (d.token = a.token OR d.canonical_asset_id = a.canonical_asset_id OR (d.state <> 'income' AND NOT ${IS_ASKED_FOR}))
    AND (${IS_UNDECIDED} OR d.state = 'income' OR (d.state = 'assigned' AND d.action_intent_id = a.gateway_intent_id AND a.gateway_invoice_id IS NULL))`

const QUEUED = `FROM onchain_deposit AS d JOIN onchain_payment AS q ON q.session_id = ${queuedSessionIn("p.id", "d.id")} AND q.deleted_at IS NULL
  WHERE d.payment_id = p.id AND d.deleted_at IS NULL AND q.state = 'held' AND NOT EXISTS (SELECT 1 FROM onchain_decision AS decided
    WHERE decided.payment_id = q.id AND decided.deleted_at IS NULL
      AND (decided.kind IN ('refund_due', 'keep') OR (decided.kind = 'apply' AND decided.done_at IS NOT NULL)))`

/** Receipts in review. An operator's review ends what they mean for a payment. */
const WAITING = `(SELECT * FROM onchain_transaction WHERE deleted_at IS NULL AND status = 'review_required'
  AND direction IS DISTINCT FROM 'out' AND ${IS_WAITING}) AS t`

const OF_ACCOUNT = "t.environment = a.environment AND t.business_id = a.business_id"

const NAMED = `FROM onchain_attempt AS a JOIN ${WAITING} ON t.reference = a.gateway_invoice_id AND ${OF_ACCOUNT}
  WHERE a.payment_id = p.id AND a.deleted_at IS NULL`

/** A reusable address is older than the payment, and so may its money be. */
const ADDRESSED = `FROM onchain_attempt AS a JOIN ${WAITING}
    ON ${isSameAddressIn("a.deposit_address", "t.to_address")} AND ${OF_ACCOUNT}
  WHERE a.payment_id = p.id AND a.deleted_at IS NULL AND (a.memo IS NULL OR a.memo = t.memo)
    AND (a.kind = 'invoice' OR (t.created_at >= p.created_at AND ${IS_UNPAID}))`

const OF_CLAIM = "claim.payment_id = p.id AND claim.deleted_at IS NULL"

/** Transactions are public, so one that belongs to another payment proves nothing for this one. */
const CLAIMED_DEPOSIT = `FROM onchain_payment_claim AS claim JOIN onchain_deposit AS d
    ON lower(d.tx_hash) = lower(claim.tx_hash) AND claim.tx_hash IN (d.tx_hash, lower(d.tx_hash)) AND d.deleted_at IS NULL AND (${IS_UNDECIDED} OR d.state = 'income')
  WHERE ${OF_CLAIM} AND d.confirmed_at IS NOT NULL AND d.payment_id IS NULL AND d.created_at >= p.created_at`

const CLAIMED = `FROM onchain_payment_claim AS claim JOIN ${WAITING} ON claim.tx_hash IN (t.tx_hash, lower(t.tx_hash))
  WHERE ${OF_CLAIM} AND t.created_at >= p.created_at
    AND NOT EXISTS (SELECT 1 FROM onchain_attempt AS other
      WHERE other.gateway_invoice_id = t.reference AND other.deleted_at IS NULL)`

const COUNTED = `FROM onchain_attempt AS a JOIN onchain_transaction AS t ON t.reference = a.gateway_invoice_id AND ${OF_ACCOUNT}
  WHERE a.payment_id = p.id AND a.deleted_at IS NULL AND t.deleted_at IS NULL AND t.kind = 'receipt'
    AND t.tx_hash IS NOT NULL AND COALESCE(t.status NOT IN ('review_required', 'failed'), true)`

const MONEY = [
  "tx_hash",
  "chain",
  "network_id",
  "token",
  "canonical_asset_id",
  "amount",
  "to_address",
  "memo",
]
const columnsOf = (row: string, at: string) =>
  `${MONEY.map((column) => `${row}.${column}`).join(", ")}, ${row}.${at} AS at`
const DEPOSIT = columnsOf("d", "observed_at")
const TRANSACTION = columnsOf("t", "sort_at")
/** What an attempt received may be several transactions. */
const ATTEMPT = `a.tx_hash, a.chain, a.network_id, a.token, a.canonical_asset_id, NULL, a.deposit_address, a.memo, a.updated_at`

/** Anyone can send dust. */
const MOST_OF_A_KIND = 20

const rowsOf = (place: number, by: KnownBy, columns: string, from: string) =>
  `(SELECT ${place} AS place, '${by}' AS known_by, ${columns} ${from} LIMIT ${MOST_OF_A_KIND})`

const ARRIVED = [
  rowsOf(1, "deposit", DEPOSIT, TIED),
  rowsOf(1, "deposit", DEPOSIT, `${MEANT} AND d.payment_id IS NULL AND ${IS_UNPAID}`),
  rowsOf(1, "accepted", DEPOSIT, QUEUED),
  rowsOf(1, "transaction", DEPOSIT, CLAIMED_DEPOSIT),
  rowsOf(1, "transaction", TRANSACTION, NAMED),
  rowsOf(1, "transaction", TRANSACTION, ADDRESSED),
  rowsOf(1, "transaction", TRANSACTION, CLAIMED),
  rowsOf(2, "payment", TRANSACTION, COUNTED),
  rowsOf(
    3,
    "payment",
    ATTEMPT,
    "FROM onchain_attempt AS a WHERE a.payment_id = p.id AND a.deleted_at IS NULL AND a.tx_hash IS NOT NULL"
  ),
].join(" UNION ALL ")

const KNOWN = `SELECT p.id, EXISTS (${PART}) AS "hasPart",
    EXISTS (SELECT 1 ${MEANT} AND d.payment_id <> p.id) AS "hasDepositOfSibling",
    EXISTS (SELECT 1 FROM onchain_attempt AS a WHERE a.payment_id = p.id AND a.deleted_at IS NULL AND a.received_amount::numeric > 0) AS "hasReceivedSome",
    (SELECT tx_hash FROM onchain_payment_claim AS claim WHERE ${OF_CLAIM} ORDER BY created_at DESC LIMIT 1)
      AS "claimedTxHash",
    (SELECT COALESCE(jsonb_agg(m ORDER BY m.place, m.at), '[]') FROM (${ARRIVED}) AS m) AS arrived
  FROM onchain_payment AS p WHERE p.id = ANY(?)`

type KnownRow = Pick<
  PaymentMoney,
  "hasPart" | "hasDepositOfSibling" | "hasReceivedSome" | "claimedTxHash"
> & {
  id: string
  arrived: (ArrivedMoney & { place: number })[]
}

/** Reads what money of some payments is known to be at the service, whatever record names it. */
export async function readKnownMoney(knex: Knex, paymentIds: readonly string[]): Promise<PaymentMoney[]> {
  const { rows } = await knex.raw<{ rows: KnownRow[] }>(KNOWN, [[...new Set(paymentIds)]])
  return rows.map(({ id: _, arrived, ...money }) => ({
    ...money,
    hasDeposit: arrived.some(({ known_by }) => known_by === "deposit"),
    hasAcceptedDeposit: arrived.some(({ known_by }) => known_by === "accepted"),
    hasTransaction: arrived.some(({ known_by }) => known_by === "transaction"),
    arrived: withoutRepeats(arrived),
  }))
}

/** A transaction may have several records; the first says most. */
function withoutRepeats(arrived: KnownRow["arrived"]): ArrivedMoney[] {
  const seen = new Set<string>()
  return arrived.flatMap(({ place: _, ...money }) => {
    const hash = money.tx_hash?.toLowerCase() ?? null
    if (hash !== null && seen.has(hash)) return []
    if (hash !== null) seen.add(hash)
    return [money]
  })
}

/** A message to the shopper that has its result. */
export type SentMessage = MessageMoment & { payment_id: string | null }

/** Everything known here about an order. Medusa knows what belongs to it. */
export class OrderPayments {
  constructor(private readonly knex: Knex) {}

  /**
   * Payments made for an order or applied to it, oldest first, without sessions that were left before any
   * money came. Includes those without an attempt.
   */
  list(order: {
    id: string
    collectionIds: readonly string[]
    sessionIds: readonly string[]
  }): Promise<AnyPayment[]> {
    return selectAnyPayments(this.knex, "current")
      .whereRaw(OF_ORDER, [[...order.collectionIds], [...order.sessionIds], order.id])
      .where((some) => {
        void some.whereNull("abandoned_at").orWhereNotNull("tx_hash").orWhereNotNull("received_amount")
        void some.orWhereNotNull("settled_at")
      })
      .orderBy(["created_at", "id"])
  }

  /** Payouts of some refunds, newest first. */
  listPayouts(refundIds: readonly string[]): Promise<WithdrawalRow[]> {
    return this.knex<WithdrawalRow>("onchain_withdrawal")
      .whereIn("refund_id", [...refundIds])
      .whereNull("deleted_at")
      .orderBy([
        { column: "created_at", order: "desc" },
        { column: "id", order: "desc" },
      ])
      .select("*")
  }

  /** Oldest first, none while messages are off. Published events are deleted after a while, and their messages with them. @param subjects payments and refunds */
  async listMessages(subjects: readonly string[]): Promise<SentMessage[]> {
    const { rows } = await this.knex.raw(
      `SELECT data ->> 'payment_id' AS payment_id, name, message_result AS result, updated_at AS at FROM onchain_outbox
       WHERE subject = ANY(?::text[]) AND message_result IS NOT NULL AND message_result <> 'turned_off'
         AND deleted_at IS NULL ORDER BY position`,
      [[...subjects]]
    )
    return rows.flatMap(({ name, ...row }: { name: string } & Omit<SentMessage, "message">) => {
      const message = MESSAGES[name]
      return message ? [{ ...row, message }] : []
    })
  }

  /** Oldest first. */
  listRefunds(paymentIds: readonly string[]): Promise<RefundRow[]> {
    return this.knex<RefundRow>("onchain_refund")
      .whereIn("payment_id", [...paymentIds])
      .whereNull("deleted_at")
      .orderBy(["created_at", "id"])
      .select("*")
  }

  /** Deposits meant for some sessions that go or went back to their senders, oldest first. */
  listDepositRefunds(sessionIds: readonly string[]): Promise<DepositRow[]> {
    return this.knex<DepositRow>("onchain_deposit")
      .whereNull("deleted_at")
      .whereIn("expected_session_id", [...sessionIds])
      .where((either) => {
        void either.whereIn("state", ["refund_pending", "refunded"])
        void either.orWhere({ state: "processing", action: "refund" })
      })
      .orderBy(["observed_at", "id"])
  }

  /** Oldest first. */
  listEntries(subjectType: string, ids: readonly string[]): Promise<TimelineEntry[]> {
    return this.knex<TimelineEntry & { id: string; deleted_at: Date | null }>("onchain_audit_entry")
      .where({ subject_type: subjectType })
      .whereIn("subject_id", [...ids])
      .whereNull("deleted_at")
      .orderBy(["created_at", "id"])
      .select("subject_type", "subject_id", "action", "actor_id", "created_at")
  }
}
