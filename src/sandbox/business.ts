import { z } from "zod"
import { decimalSchema, KNOWN_PLANS } from "../gateway/contract"
import { USD_DECIMALS } from "./billing/gas-price"
import { parseInput } from "./sandbox-error"

/** How deposits find their order. @see service-interface "Auto Deposit Intent" */
const ASSIGNMENT_MODES = ["intent_required", "ledger_only"] as const

const usdSchema = decimalSchema.refine(
  (text) => (text.split(".")[1]?.length ?? 0) <= USD_DECIMALS,
  `expected dollars with at most ${USD_DECIMALS} decimals`
)

/** The settings of the business's dashboard. Every default is the sandbox's own: the document shows none. */
export const businessSettingsSchema = z.strictObject({
  /** Changes with the billing cycle. */
  plan: z.enum(KNOWN_PLANS).default("Free"),
  /** Chains that offer addresses and intents. @default all */
  chains: z.array(z.string().min(1)).optional(),
  assignmentMode: z.enum(ASSIGNMENT_MODES).default("intent_required"),
  /** How far a deposit may differ from its intent's amount, either way, in basis points. */
  depositToleranceBps: z.number().int().min(0).max(10_000).default(100),
  /**
   * How far an invoice may be underpaid and still count as paid, in basis points. Such a payment starts no
   * payout.
   */
  underpaymentToleranceBps: z.number().int().min(0).max(10_000).default(0),
  /** Smaller deposits are ignored. */
  dustThresholdUsd: usdSchema.default("0.01"),
  /** Smaller deposits create no invoice. @default `assumptions.minimums.intentUsd`, or 0.05 */
  autoInvoiceMinUsd: usdSchema.default("0.05"),
  /** Smaller invoices are refused, whatever their net. @default `assumptions.minimums.invoiceUsd` */
  invoiceMinUsd: usdSchema.default("0"),
  /** Whether a new intent replaces the active one of its customer, token and network, as documented. */
  replacesIntents: z.boolean().default(true),
  /**
   * Whether money that does not pay its invoice, such as late money, goes to review; otherwise it needs
   * recovery.
   */
  reviewsInvoiceMoney: z.boolean().default(false),
  /** Time from settlement until the money is in the treasury. */
  sweepDelayMs: z.number().int().nonnegative().default(30_000),
  /** Gas per cycle on fair-use plans, in dollars; null is unlimited. */
  fairUseGasUsd: usdSchema.nullable().default(null),
  /** How the two billing calls write a figure. The document shows no form. */
  billingFigures: z.enum(["text", "number", "object"]).default("text"),
  /** Limits of the payout key; an absent field restricts nothing. */
  payoutPolicy: z
    .strictObject({
      networkIds: z.array(z.string()).optional(),
      tokens: z.array(z.string()).optional(),
      destinations: z.array(z.string()).optional(),
      /** Per payout. */
      maxAmountUsd: usdSchema.optional(),
    })
    .prefault({}),
})
export type BusinessSettings = z.output<typeof businessSettingsSchema>
export type BusinessSettingsInput = z.input<typeof businessSettingsSchema>

/** Only billing changes the plan. */
const changeableSchema = businessSettingsSchema.omit({ plan: true })

/** Changes the named settings. @throws SandboxError naming each invalid one */
export function changeSettings(
  { business }: { business: BusinessSettings },
  settings: Record<string, unknown>
): BusinessSettings {
  const { plan: _, ...current } = business
  return Object.assign(business, parseInput(changeableSchema, { ...current, ...settings }))
}
