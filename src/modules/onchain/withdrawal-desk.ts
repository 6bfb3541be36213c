import type { PayoutParts } from "./payout-parts"
import { insertWithdrawal, type NewWithdrawal } from "./withdrawal-opening"
import type { WithdrawalRow } from "./withdrawal-row"

/** Everything about withdrawals, of the treasury and of refunds alike. */
export class WithdrawalDesk {
  constructor(private readonly parts: PayoutParts) {}

  /** Stores a payout that was asked for. @see insertWithdrawal */
  open(row: NewWithdrawal): Promise<WithdrawalRow | undefined> {
    return insertWithdrawal(this.parts.knex, row)
  }
}
