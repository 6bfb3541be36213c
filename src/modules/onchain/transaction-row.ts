import type { InferTypeOf } from "@medusajs/framework/types"
import type OnchainTransaction from "./models/transaction"

/** A row of `onchain_transaction` as the database returns it. */
export type TransactionRow = InferTypeOf<typeof OnchainTransaction>
