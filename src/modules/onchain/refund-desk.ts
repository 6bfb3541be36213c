import { ObservedSenders } from "./observed-senders"
import { OrderPayments } from "./order-payments"
import type { PayoutParts } from "./payout-parts"
import { RefundList } from "./refund-list"
import { RefundPayouts } from "./refund-payouts"

/** Everything about paying out what is owed back. What is owed is written down by `RefundLedger`. */
export class RefundDesk {
  readonly payouts: RefundPayouts
  readonly list: RefundList
  readonly senders: ObservedSenders
  readonly ofOrders: OrderPayments

  constructor({ knex, options }: PayoutParts) {
    this.payouts = new RefundPayouts(knex)
    this.list = new RefundList(knex)
    this.senders = new ObservedSenders(knex, () => options.payouts.approval)
    this.ofOrders = new OrderPayments(knex)
  }
}
