import { z } from "zod"
import { decimalSchema, KNOWN_PLANS } from "../../gateway/contract"
import type { BillingInvoice, GasUsage } from "../billing/billing-account"
import { payBillingInvoice } from "../billing/billing-payment"
import { billingToContract } from "../billing/billing-view"
import { executeContract } from "../billing/contract-execution"
import { changePlan } from "../billing/plan-change"
import { topUp } from "../billing/top-up"
import { fromUsdUnits } from "../billing/usd-value"
import { change, view } from "./dashboard-action"

const payment = z.strictObject({ amountUsd: decimalSchema, txHash: z.string().min(1) })
const pack = z.strictObject({ usd: z.string() })
const choice = z.strictObject({ plan: z.enum(KNOWN_PLANS) })

/** Bills, prepaid gas and the plan. */
export const billingActions = [
  view("/billing/invoices", ({ billing }) => billing.invoices.map(describeBill)),
  change("/billing/invoices/:id/pay", payment, (world, body, id) =>
    describeBill(payBillingInvoice(world, id, body))
  ),
  change("/billing/top-ups", pack, (world, { usd }) => {
    topUp(world, usd)
    return billingToContract(world)
  }),
  view("/billing/gas-usage", ({ billing }) => billing.usage.map(describeUse)),
  change("/billing/contract-executions", pack, (world, { usd }) => executeContract(world, usd)),
  change("/billing/plan", choice, (world, { plan }) => {
    changePlan(world, plan)
    return billingToContract(world)
  }),
]

function describeBill({ id, plan, amountUsd, status, cycle, txHash }: BillingInvoice) {
  return { id, plan, amountUsd, status, dueAt: new Date(cycle.endsAtMs).toISOString(), txHash }
}

function describeUse({ use, usdUnits, reference, atMs }: GasUsage) {
  return { use, usd: fromUsdUnits(usdUnits), reference, at: new Date(atMs).toISOString() }
}
