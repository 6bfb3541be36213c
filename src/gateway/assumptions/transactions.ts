import { z } from "zod"
import { words } from "./forms"

/**
 * UNDOCUMENTED: how the service writes a transaction. Words are compared without case; the sandbox writes the
 * last. An unknown type goes by its direction.
 */
export const transactionsSchema = z
  .strictObject({
    /** Types of a payment that arrived. */
    receipt: words("payment", "deposit", "receipt"),
    /** Types of a withdrawal that left. */
    payout: words("withdrawal", "payout"),
    /** Types of a deposit that went back to its sender. */
    refund: words("deposit_refund", "refund"),
    /** Types of what the service kept. */
    fee: words("invoice_fee", "withdrawal_fee", "fee"),
    /** Directions. */
    in: words("incoming", "inbound", "credit", "in"),
    out: words("outgoing", "outbound", "debit", "out"),
    /** Whether the sign of an amount gives its direction. A minus always means out. */
    isSigned: z.boolean().default(false),
    /**
     * Whether the amount of a payout is without its fee, or with it. `auto` finds out from the payouts of a
     * report; the sandbox then writes it without.
     */
    payoutAmounts: z.enum(["auto", "net", "gross"]).default("auto"),
  })
  .prefault({})
