import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { WithdrawalStanding } from "../../../domain/payout/withdrawal-standing"
import type { GatewayClient } from "../../../gateway/client/client"
import type { OnchainOptions } from "../options/options"
import { OrderPayments } from "../payment/order-payments"
import { ObservedSenders } from "../refund/observed-senders"
import { OrderRefundRequests } from "../refund/order-refund-requests"
import { RefundAddresses } from "../refund/refund-addresses"
import { RefundList } from "../refund/refund-list"
import { RefundPayouts } from "../refund/refund-payouts"
import { CircuitBreaker } from "../work/circuit-breaker"
import { Destinations } from "./destinations"
import type { PayoutAccessLog } from "./payout-access-log"
import { readStanding } from "./locked-withdrawal"
import { WithdrawalAnswers } from "./withdrawal-answers"
import { WithdrawalClaims } from "./withdrawal-claims"
import { WithdrawalEnds } from "./withdrawal-ends"
import { WithdrawalChecks, WithdrawalEvidence } from "./withdrawal-evidence"
import { WithdrawalList } from "./withdrawal-list"
import { WithdrawalQuotes } from "./withdrawal-quotes"
import type { WithdrawalRow } from "./withdrawal-row"
import { type NewWithdrawal, insertWithdrawal, WithdrawalStore } from "./withdrawal-store"

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
