import { compareAmounts } from "../../gateway/amount"
import type { KnownPlan } from "../../gateway/contract"
import { positiveAmount } from "../invoices/invoice-creation"
import { invalid, refusal } from "../sandbox-error"
import type { BillingInvoice, BillingWorld } from "./billing-account"
import { openRenewal, startCycle, takeBillingInvoiceStep, takeBillingStep } from "./billing-cycle"
import { resumeBlocked, runSponsored } from "./gas-credit"
import { toUsdUnits, USD_DECIMALS } from "./usd-value"

export type BillingPayment = { amountUsd: string; txHash: string }

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

export type ContractExecution = { id: string; status: "gas_blocked" | "executed" }

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
