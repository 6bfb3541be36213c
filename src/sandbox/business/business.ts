import { z } from "zod"
import { decimalSchema, KNOWN_PLANS } from "../../gateway/contract"
import { USD_DECIMALS } from "../billing/usd-value"

/** How deposits find their order. @see service-interface "Auto Deposit Intent" */
export const ASSIGNMENT_MODES = ["intent_required", "ledger_only"] as const

const usdSchema = decimalSchema.refine(
  (text) => (text.split(".")[1]?.length ?? 0) <= USD_DECIMALS,
  `expected dollars with at most ${USD_DECIMALS} decimals`
)

/** What the business has set in its dashboard. Every figure is the sandbox's own: the document shows none. */
export const businessSettingsSchema = z.strictObject({
  /** The plan it is on; changes with the billing cycle. */
  plan: z.enum(KNOWN_PLANS).default("Free"),
  /** Chains on which customers can get addresses and intents; all when left out. */
  chains: z.array(z.string().min(1)).optional(),
  assignmentMode: z.enum(ASSIGNMENT_MODES).default("intent_required"),
  /** How far a deposit may lie from its intent's amount, either way, in basis points. */
  depositToleranceBps: z.number().int().min(0).max(10_000).default(100),
  /** How much an invoice may lack and still be paid, in basis points. Such a payment starts no payout. */
  underpaymentToleranceBps: z.number().int().min(0).max(10_000).default(0),
  /** Deposits worth less are ignored. */
  dustThresholdUsd: usdSchema.default("0.01"),
  /** Deposits worth less create no invoice. */
  autoInvoiceMinUsd: usdSchema.default("0.05"),
  /** Whether a new intent replaces the active one of its customer, token and network, as documented. */
  replacesIntents: z.boolean().default(true),
  /** Whether money that reaches an invoice and does not pay it, such as late money, is a deposit in review; else it needs recovery. */
  reviewsInvoiceMoney: z.boolean().default(false),
  /** Time from settlement until the money is in the treasury. */
  sweepDelayMs: z.number().int().nonnegative().default(30_000),
  /** Gas of one cycle where the plan says fair use, in dollars; null is never exhausted. */
  fairUseGasUsd: usdSchema.nullable().default(null),
  /** What the payout key may do; what is left out is not restricted. */
  payoutPolicy: z
    .strictObject({
      networkIds: z.array(z.string()).optional(),
      tokens: z.array(z.string()).optional(),
      destinations: z.array(z.string()).optional(),
      /** Of one payout. */
      maxAmountUsd: usdSchema.optional(),
    })
    .prefault({}),
})
export type BusinessSettings = z.output<typeof businessSettingsSchema>
export type BusinessSettingsInput = z.input<typeof businessSettingsSchema>
