import type { InferTypeOf } from "@medusajs/framework/types"
import type OnchainWithdrawal from "../models/withdrawal"

/** What audit entries of withdrawals are about. */
export const WITHDRAWAL = "withdrawal"

/** A row of `onchain_withdrawal` as the database returns it. `destination_memo` is empty for none. */
export type WithdrawalRow = InferTypeOf<typeof OnchainWithdrawal>
