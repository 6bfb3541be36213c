import { compareAmounts } from "../../gateway/amount"
import {
  type Billing,
  type EndpointName,
  isDecimalString,
  type KnownPlan,
  type WireRecord,
} from "../../gateway/contract"
import { type Operation, resourceReply } from "../http/operation"
import type { Reply } from "../http/reply"
import { positiveAmount } from "../invoices/invoice-operations"
import { invalid, refusal } from "../sandbox-error"
import type { World } from "../world"
import type { BillingInvoice, BillingWorld } from "./billing-account"
import { GRACE_MS, openRenewal, startCycle, takeBillingInvoiceStep, takeBillingStep } from "./billing-cycle"
import { includedGasGranted, includedGasRemaining, resumeBlocked, runSponsored } from "./gas-credit"
import { currentPlan } from "./plans"
import { fromUsdUnits, toUsdUnits, USD_DECIMALS } from "./gas-price"

type BillingPayment = { amountUsd: string; txHash: string }

/**
 * Pays a billing invoice. While past due, it also starts the next cycle, dated from the end of the last one.
 *
 * @throws SandboxError with a documented `BILLING_*` code, and records nothing
 */
export function payBillingInvoice(world: BillingWorld, id: string, payment: BillingPayment): BillingInvoice {
  const { billing } = world
  const invoice = billing.invoices.find((bill) => bill.id === id)
  if (!invoice) throw refusal("BILLING_INVOICE_NOT_FOUND", `billing invoice ${id} does not exist`)
  checkPayment(world, invoice, payment)
  takeBillingInvoiceStep(invoice, "paid")
  invoice.txHash = payment.txHash
  if (billing.state === "past_due") {
    takeBillingStep(billing, "renewal_paid")
    startCycle(world, invoice.cycle.endsAtMs)
  }
  return invoice
}

function checkPayment({ billing }: BillingWorld, invoice: BillingInvoice, payment: BillingPayment): void {
  const { id, status, amountUsd } = invoice
  if (billing.invoices.some(({ txHash }) => txHash === payment.txHash)) {
    throw refusal("BILLING_PAYMENT_REPLAY_CONFLICT", `transaction ${payment.txHash} has paid a bill before`)
  }
  if (status !== "open") throw refusal("BILLING_INVOICE_NOT_PAYABLE", `billing invoice ${id} is ${status}`)
  if (compareAmounts(payment.amountUsd, amountUsd) < 0) {
    throw refusal("BILLING_UNDERPAYMENT", `billing invoice ${id} asks for $${amountUsd}`)
  }
}

/**
 * Changes the plan at once, with a new cycle that counts as paid; cancels an open renewal of the old plan.
 */
export function changePlan(world: BillingWorld, plan: KnownPlan): void {
  const { billing, business, clock } = world
  if (business.plan === plan) return
  const renewal = openRenewal(billing)
  if (renewal) takeBillingInvoiceStep(renewal, "plan_changed")
  takeBillingStep(billing, "plan_changed")
  business.plan = plan
  startCycle(world, clock.now())
}

/** Dollars per pack. @see service-interface "Billing and gas", rule 6 */
export const TOP_UP_PACKS_USD = ["5", "10", "25", "50", "100"] as const

/** Buys prepaid gas and resumes what waits for it. @throws SandboxError for an amount that is not a pack */
export function topUp(world: BillingWorld, usd: string): void {
  const packs: readonly string[] = TOP_UP_PACKS_USD
  if (!packs.includes(usd)) throw invalid({ field: "usd", message: `is none of ${packs.join(", ")}` })
  world.billing.prepaidGas += toUsdUnits(usd)
  resumeBlocked(world)
}

type ContractExecution = { id: string; status: "gas_blocked" | "executed" }

/** Consumes gas and has no other effect, now or once the gas is covered. @throws SandboxError */
export function executeContract(world: BillingWorld, usd: string): ContractExecution {
  const usdUnits = positiveAmount(usd, USD_DECIMALS, "usd")
  const execution: ContractExecution = { id: world.identifiers.id("exec"), status: "gas_blocked" }
  runSponsored(world, {
    reference: execution.id,
    gas: [{ use: "contract_execution", usdUnits }],
    run: () => void (execution.status = "executed"),
  })
  return execution
}

/** The document's word for unlimited gas. */
const FAIR_USE = "fair-use"

function usageToContract(world: World): Billing {
  const { billing } = world
  return {
    payoutQuotaIncluded: currentPlan(world).includedPayouts,
    payoutQuotaUsed: billing.cycle.payoutsUsed,
    includedGasGrantedUsd: figure(includedGasGranted(world)),
    includedGasUsedUsd: fromUsdUnits(billing.cycle.includedGasUsed),
    includedGasRemainingUsd: figure(includedGasRemaining(world)),
    prepaidGasUsd: fromUsdUnits(billing.prepaidGas),
    gasBlockedOperations: billing.blocked.length,
    cycleEndsAt: instant(billing.cycle.endsAtMs),
  }
}

export function billingToContract(world: World): Billing {
  const { name, invoiceFeePercent, minimumFeeUsd } = currentPlan(world)
  return {
    plan: name,
    state: world.billing.state,
    invoiceFeePercent,
    minimumFeeUsd,
    ...usageToContract(world),
    topUpOptionsUsd: [...TOP_UP_PACKS_USD],
    warnings: softWarnings(world),
  }
}

/** Past due changes only this text. UNDOCUMENTED: where the service shows its warnings. */
function softWarnings({ billing }: World): string[] {
  const renewal = openRenewal(billing)
  if (!renewal) return []
  const { endsAtMs } = billing.cycle
  const lastMs = billing.state === "past_due" ? endsAtMs + GRACE_MS : endsAtMs
  return [`billing invoice ${renewal.id} of $${renewal.amountUsd} is unpaid until ${instant(lastMs)}`]
}

function figure(usdUnits: bigint | null): string {
  return usdUnits === null ? FAIR_USE : fromUsdUnits(usdUnits)
}

function instant(atMs: number): string {
  return new Date(atMs).toISOString()
}

type Figure = string | number

/** Writes the figures of an answer as the business's service does: a count may then have a fraction. */
function inForm(billing: Billing, form: World["business"]["billingFigures"]): WireRecord {
  if (form === "text") return billing
  const writeMoney = (figure: Figure) => {
    if (!isDecimalString(String(figure))) return figure
    return form === "number" ? Number(figure) : { amount: String(figure), currency: "USD" }
  }
  const write = (name: string, figure: Figure) => {
    if (name.endsWith("Percent"))
      return form === "number" ? Number(figure) : { value: figure, unit: "percent" }
    if (name.endsWith("Usd")) return writeMoney(figure)
    return form === "number" ? figure : { count: `${figure}.0` }
  }
  const isFigure = (name: string) => /Percent$|Usd$|^payoutQuota|^gasBlocked/.test(name)
  return Object.fromEntries(
    Object.entries(billing).map(([name, value]) => {
      if (!isFigure(name)) return [name, value]
      return [name, Array.isArray(value) ? value.map(writeMoney) : write(name, value as Figure)]
    })
  )
}

function billingReply(world: World, billing: Billing): Reply {
  return resourceReply(world, "billing", inForm(billing, world.business.billingFigures))
}

export const billingOperations = {
  getBilling: ({ world }) => billingReply(world, billingToContract(world)),
  getBillingUsage: ({ world }) => billingReply(world, usageToContract(world)),
} satisfies Partial<Record<EndpointName, Operation>>
