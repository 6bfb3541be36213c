import { z } from "zod"
import { decimalSchema, KNOWN_PLANS } from "../../gateway/contract"
import type { BillingInvoice, GasUsage } from "../billing/billing-account"
import { billingToContract } from "../billing/billing-view"
import { changePlan, executeContract, payBillingInvoice, topUp } from "../billing/purchases"
import { fromUsdUnits } from "../billing/usd-value"
import { changeSettings } from "../business"
import type { PayoutRoute } from "../payouts/payout-route"
import { approveRoute, archiveRoute, createRoute } from "../payouts/route-steps"
import { parseInput } from "../sandbox-error"
import { withdrawFromDashboard } from "../withdrawals/withdrawal-creation"
import { withdrawalToContract } from "../withdrawals/withdrawal-steps"
import type { World } from "../world"

export type DashboardCall = { world: World; id: string; body: unknown }

/** `path` is relative to the dashboard; `:id` names the object. */
export type DashboardAction = {
  method: "GET" | "POST"
  path: string
  run: (call: DashboardCall) => unknown
}

const nothing = z.strictObject({})

/** A read that every operator may make. */
function view(path: string, run: (world: World) => unknown): DashboardAction {
  return { method: "GET", path, run: ({ world }) => run(world) }
}

/** A change that only the owner may make. */
function change<T extends z.ZodType>(
  path: string,
  schema: T,
  run: (world: World, body: z.output<T>, id: string) => unknown
): DashboardAction {
  return { method: "POST", path, run: ({ world, body, id }) => run(world, parseInput(schema, body), id) }
}

const payment = z.strictObject({ amountUsd: decimalSchema, txHash: z.string().min(1) })
const pack = z.strictObject({ usd: z.string() })
const choice = z.strictObject({ plan: z.enum(KNOWN_PLANS) })

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

/** Templates that split invoices; usable once approved. */
export const payoutRouteActions = [
  view("/payout-routes", ({ routes }) => routes.all().map(describeRoute)),
  change("/payout-routes", z.unknown(), (world, body) => describeRoute(createRoute(world, body))),
  change("/payout-routes/:id/approve", nothing, (world, _, id) => describeRoute(approveRoute(world, id))),
  change("/payout-routes/:id/archive", nothing, (world, _, id) => describeRoute(archiveRoute(world, id))),
]

function describeRoute({ id, name, rail, asset, recipients, status }: PayoutRoute) {
  return { id, name, status, ...rail, canonicalAssetId: asset.canonicalAssetId, recipients }
}

/** A change names only the settings it changes. */
export const settingsActions = [
  view("/settings", ({ business }) => business),
  change("/settings", z.record(z.string(), z.unknown()), changeSettings),
]

/** Retries and replays answer at once; the log shows their result. */
export const webhookActions = [
  view("/webhooks", ({ webhooks }) => webhooks.deliveries()),
  change("/webhooks/:id/retry", nothing, ({ webhooks }, _, id) => webhooks.retry(id)),
  change("/webhooks/:id/replay", nothing, ({ webhooks }, _, id) => webhooks.replay(id)),
]

/** Withdrawals without a quote, at the plan's dashboard fee. */
export const withdrawalActions = [
  view("/withdrawals", ({ withdrawals }) =>
    withdrawals.all().map((withdrawal) => withdrawalToContract(withdrawal))
  ),
  change("/withdrawals", z.unknown(), (world, body) =>
    withdrawalToContract(withdrawFromDashboard(world, body))
  ),
]
