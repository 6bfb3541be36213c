import { z } from "zod"
import { parseAs } from "./contract-error"
import { decimalSchema } from "./decimal"
import { optional } from "./optional"
import { railSchema } from "./rail"
import type { WireRecord } from "./resource"

/** What a business holds of one asset, each a decimal in token units. For reconciliation only. */
export const balanceSchema = z.looseObject({
  ...railSchema.shape,
  canonicalAssetId: optional(z.string()),
  amounts: z.looseObject({
    /** Withdrawable. */
    total: decimalSchema,
    /** Seen on active addresses; not withdrawable. */
    totalHeld: optional(decimalSchema),
    /** Needs recovery; not withdrawable. */
    requiresRecovery: optional(decimalSchema),
  }),
})
export type Balance = z.infer<typeof balanceSchema>

/** @throws ContractError */
export function parseBalance(record: WireRecord): Balance {
  return parseAs(balanceSchema, record, "balance")
}
