import type { InferTypeOf } from "@medusajs/framework/types"
import type OnchainWithdrawal from "../models/withdrawal"

export const WITHDRAWAL = "withdrawal"

/** `destination_memo` is empty for none. */
export type WithdrawalRow = InferTypeOf<typeof OnchainWithdrawal>
