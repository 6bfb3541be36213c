import { Destinations } from "./destinations"
import type { PayoutAccessLog } from "./payout-access-log"
import type { PayoutParts } from "./payout-parts"
import { RefundDesk } from "./refund-desk"
import { WithdrawalDesk } from "./withdrawal-desk"

/** Everything about money that goes out: where it can go, withdrawals, and refunds paid by them. */
export class PayoutDesk {
  readonly destinations: Destinations
  readonly withdrawals: WithdrawalDesk
  readonly refunds: RefundDesk

  constructor(
    parts: PayoutParts,
    readonly accessLog: PayoutAccessLog
  ) {
    this.destinations = new Destinations(parts.knex, () => parts.options.payouts.approval)
    this.withdrawals = new WithdrawalDesk(parts)
    this.refunds = new RefundDesk(parts)
  }
}
