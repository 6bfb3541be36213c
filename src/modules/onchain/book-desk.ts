import type { PayoutParts } from "./payout-parts"

/** The books: the mirror of the service's transactions, and reports that compare it with ours. */
export class BookDesk {
  constructor(readonly parts: PayoutParts) {}
}
