import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import { z } from "zod"
import { APPROVALS } from "../../../domain/payout/payout-gate"
import type { WithdrawalStanding } from "../../../domain/payout/withdrawal-standing"
import type { GatewayClient } from "../../../gateway/client/client"
import type { OnchainOptions } from "../options/options"
import { OrderPayments } from "../payment/medusa-payments"
import { ObservedSenders, RefundAddresses } from "../refund/refund-addresses"
import { OrderRefundRequests, RefundList } from "../refund/refund-ledger"
import { RefundPayouts } from "../refund/refund-payouts"
import { CircuitBreaker } from "../work/gateway-load"
import { reasonOf } from "../work/audit-log"
import { Destinations } from "./destinations"
import { WithdrawalAnswers } from "./withdrawal-answers"
import { WithdrawalChecks, WithdrawalEvidence, type WithdrawalRow } from "./withdrawal-change"
import { WithdrawalClaims } from "./withdrawal-claims"
import { WithdrawalEnds } from "./withdrawal-ends"
import { readStanding, WithdrawalQuotes } from "./withdrawal-quotes"
import { insertWithdrawal, type NewWithdrawal, WithdrawalList, WithdrawalStore } from "./withdrawal-store"

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
    else this.logger.warn(`onchain: the options of payouts have changed: ${describeChange(before, now)}`)
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

const listed = (ids: readonly string[]) => (ids.length === 0 ? "nobody" : ids.join(", "))

function describe({ allowedUsers, allowApiKeys, approval }: Access): string {
  const keys = allowApiKeys ? "their API keys may too" : "API keys may not"
  return `money out is allowed to ${listed(allowedUsers)}; ${keys}; approval ${approval}`
}

function describeChange(before: Access, now: Access): string {
  const added = now.allowedUsers.filter((id) => !before.allowedUsers.includes(id))
  const removed = before.allowedUsers.filter((id) => !now.allowedUsers.includes(id))
  const parts = [
    ...(added.length > 0 ? [`added ${listed(added)}`] : []),
    ...(removed.length > 0 ? [`removed ${listed(removed)}`] : []),
    ...(before.approval === now.approval ? [] : [`approval was ${before.approval}`]),
    ...(before.allowApiKeys === now.allowApiKeys
      ? []
      : [`API keys ${before.allowApiKeys ? "were" : "were not"} allowed`]),
  ]
  return `${parts.join("; ")}. Now ${describe(now)}`
}

/** Destinations, withdrawals, and refunds paid by them. */
export class PayoutService {
  readonly destinations: Destinations
  readonly withdrawals: WithdrawalService
  readonly refunds: RefundService

  constructor(
    parts: PayoutParts,
    readonly accessLog: PayoutAccessLog
  ) {
    this.destinations = new Destinations(parts.knex, parts.options)
    this.withdrawals = new WithdrawalService(parts)
    this.refunds = new RefundService(parts)
  }
}

/** Withdrawals of the treasury and of refunds. */
class WithdrawalService {
  readonly store: WithdrawalStore
  readonly quotes: WithdrawalQuotes
  readonly claims: WithdrawalClaims
  readonly answers: WithdrawalAnswers
  readonly ends: WithdrawalEnds
  readonly checks: WithdrawalChecks
  readonly evidence: WithdrawalEvidence
  readonly list: WithdrawalList
  /** Of following withdrawals; other work has its own. */
  readonly pause: CircuitBreaker

  constructor(private readonly parts: PayoutParts) {
    const { knex, options, clock } = parts
    this.store = new WithdrawalStore(knex, options)
    this.quotes = new WithdrawalQuotes(knex, options)
    this.claims = new WithdrawalClaims(knex, options)
    this.answers = new WithdrawalAnswers(knex)
    this.ends = new WithdrawalEnds(knex, options)
    this.checks = new WithdrawalChecks(knex, options)
    this.evidence = new WithdrawalEvidence(knex, options)
    this.list = new WithdrawalList(knex, options)
    this.pause = new CircuitBreaker(clock)
  }

  standing(id: string): Promise<WithdrawalStanding<WithdrawalRow>> {
    const { knex, options } = this.parts
    return readStanding(knex, options, id, options.payouts.approval)
  }

  /** @see insertWithdrawal */
  open(row: NewWithdrawal): Promise<WithdrawalRow | undefined> {
    return insertWithdrawal(this.parts.knex, this.parts.options, row)
  }
}

/** Payouts of refunds. `RefundLedger` records what is owed. */
class RefundService {
  readonly payouts: RefundPayouts
  readonly list: RefundList
  readonly senders: ObservedSenders
  readonly ofOrders: OrderPayments
  readonly addresses: RefundAddresses
  readonly requests: OrderRefundRequests

  constructor({ knex, options }: PayoutParts) {
    this.payouts = new RefundPayouts(knex, options)
    this.list = new RefundList(knex, options)
    this.senders = new ObservedSenders(knex, options)
    this.ofOrders = new OrderPayments(knex)
    this.addresses = new RefundAddresses(knex, options)
    this.requests = new OrderRefundRequests(knex, options)
  }
}

/** What everything about payouts and the books works with. */
type PayoutParts = {
  knex: Knex
  gateway: GatewayClient
  options: OnchainOptions
  clock: () => number
}
