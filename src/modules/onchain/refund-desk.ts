import type { PayoutParts } from "./payout-parts"

/** Everything about paying out what is owed back. What is owed is written down by `RefundLedger`. */
export class RefundDesk {
  constructor(readonly parts: PayoutParts) {}
}
