import { z } from "zod"
import { decimalSchema, KNOWN_PLANS } from "../../gateway/contract"
import type { BillingInvoice } from "../billing/billing-account"
import { payBillingInvoice } from "../billing/billing-payment"
import { billingToContract } from "../billing/billing-view"
import { changePlan } from "../billing/plan-change"
import { topUp } from "../billing/top-up"
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
  change("/billing/plan", choice, (world, { plan }) => {
    changePlan(world, plan)
    return billingToContract(world)
  }),
]

function describeBill({ id, plan, amountUsd, status, cycle, txHash }: BillingInvoice) {
  return { id, plan, amountUsd, status, dueAt: new Date(cycle.endsAtMs).toISOString(), txHash }
}
