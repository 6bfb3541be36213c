import { type Context, Hono } from "hono"
import { z } from "zod"
import { decimalSchema, KNOWN_PLANS } from "../../gateway/contract"
import type { BillingInvoice, GasUsage } from "../billing/billing-account"
import {
  billingToContract,
  changePlan,
  executeContract,
  payBillingInvoice,
  topUp,
} from "../billing/purchases"
import { fromUsdUnits } from "../billing/gas-price"
import { changeSettings } from "../business"
import type { Credentials } from "../credentials"
import { isSameSecret } from "../http/authentication"
import { errorReply, type Reply, toResponse } from "../http/reply"
import { readControlBody } from "../http/request-body"
import { chooseAsset } from "../invoices/stored-invoice"
import { type PayoutRoute, routeLifecycle, routeRequestSchema } from "../payouts/payout-route"
import { checkRecipients } from "../payouts/payout-request"
import { notFound, parseInput, refusal, toSandboxError } from "../sandbox-error"
import { nextStatus } from "../store"
import { withdrawFromDashboard } from "../withdrawals/withdrawal-creation"
import { withdrawalToContract } from "../withdrawals/withdrawal-progress"
import type { World } from "../world"

/** Creates a draft. @throws SandboxError naming each invalid field */
export function createRoute(world: World, body: unknown): PayoutRoute {
  const request = parseInput(routeRequestSchema, body)
  const { chain, networkId, token, name, recipients } = request
  const { asset } = chooseAsset(request, world.catalog)
  checkRecipients(world, chain, recipients, "recipients")
  const id = world.identifiers.id("route")
  const route: PayoutRoute = {
    id,
    name,
    rail: { chain, networkId, token },
    asset,
    recipients,
    status: "draft",
  }
  world.routes.add(route)
  return route
}

/** Only a draft can be approved. Invoices that use an archived route keep it. @throws SandboxError 404 or 409 */
export function takeRouteStep({ routes }: World, id: string, trigger: "approved" | "archived"): PayoutRoute {
  const route = routes.get(id)
  route.status = nextStatus(routeLifecycle, "payout route", route, trigger)
  return route
}

type DashboardCall = { world: World; id: string; body: unknown }

/** `path` is relative to the dashboard; `:id` names the object. */
type DashboardAction = {
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

const billingActions = [
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
const payoutRouteActions = [
  view("/payout-routes", ({ routes }) => routes.all().map(describeRoute)),
  change("/payout-routes", z.unknown(), (world, body) => describeRoute(createRoute(world, body))),
  change("/payout-routes/:id/approve", nothing, (world, _, id) =>
    describeRoute(takeRouteStep(world, id, "approved"))
  ),
  change("/payout-routes/:id/archive", nothing, (world, _, id) =>
    describeRoute(takeRouteStep(world, id, "archived"))
  ),
]

function describeRoute({ id, name, rail, asset, recipients, status }: PayoutRoute) {
  return { id, name, status, ...rail, canonicalAssetId: asset.canonicalAssetId, recipients }
}

/** A change names only the settings it changes. */
const settingsActions = [
  view("/settings", ({ business }) => business),
  change("/settings", z.record(z.string(), z.unknown()), changeSettings),
]

/** Retries and replays answer at once; the log shows their result. */
const webhookActions = [
  view("/webhooks", ({ webhooks }) => webhooks.deliveries()),
  change("/webhooks/:id/retry", nothing, ({ webhooks }, _, id) => webhooks.retry(id)),
  change("/webhooks/:id/replay", nothing, ({ webhooks }, _, id) => webhooks.replay(id)),
]

/** Withdrawals without a quote, at the plan's dashboard fee. */
const withdrawalActions = [
  view("/withdrawals", ({ withdrawals }) =>
    withdrawals.all().map((withdrawal) => withdrawalToContract(withdrawal))
  ),
  change("/withdrawals", z.unknown(), (world, body) =>
    withdrawalToContract(withdrawFromDashboard(world, body))
  ),
]

/** @see src/sandbox/README.md */
export const dashboardActions: readonly DashboardAction[] = [
  ...webhookActions,
  ...payoutRouteActions,
  ...withdrawalActions,
  ...billingActions,
  ...settingsActions,
]

/**
 * The dashboard as HTTP calls, because the document shows no interface for it. Errors look like the service's
 * own.
 */
export function dashboardRoutes(currentWorld: () => World): Hono {
  const routes = new Hono()
  for (const action of dashboardActions) {
    routes.on(action.method, action.path, (context) => answer(context, currentWorld(), action))
  }
  routes.all("/*", (context) => answer(context, currentWorld(), unknownPath(context)))
  return routes
}

function unknownPath({ req }: Context): DashboardAction {
  const run = () => {
    throw notFound(`${req.method} ${req.path}`)
  }
  return { method: "GET", path: req.path, run }
}

async function answer(context: Context, world: World, action: DashboardAction): Promise<Response> {
  const requestId = world.identifiers.id("req")
  return toResponse(await reply(context, world, action, requestId), requestId)
}

async function reply(
  context: Context,
  world: World,
  { method, run }: DashboardAction,
  requestId: string
): Promise<Reply> {
  try {
    const role = roleOf(context.req.header(SESSION_HEADER), world.credentials)
    if (method === "POST") requireOwner(role)
    const body = method === "POST" ? await readControlBody(context) : {}
    return { status: 200, body: run({ world, id: context.req.param("id") ?? "", body }) }
  } catch (error) {
    return errorReply(toSandboxError(error), requestId, world.assumptions)
  }
}

/** UNDOCUMENTED: the header of an operator's session. */
const SESSION_HEADER = "x-dashboard-session"

type DashboardRole = "owner" | "viewer"

/** @throws SandboxError 401, also for an API key */
function roleOf(session: string | undefined, credentials: Credentials): DashboardRole {
  if (session !== undefined && isSameSecret(session, credentials.dashboardSession)) return "owner"
  if (session !== undefined && isSameSecret(session, credentials.viewerSession)) return "viewer"
  throw refusal("UNAUTHORIZED", session ? "the session is not valid" : `${SESSION_HEADER} is missing`)
}

/** @throws SandboxError 403 */
function requireOwner(role: DashboardRole): void {
  if (role !== "owner") throw refusal("FORBIDDEN", "your role in the team is read-only")
}
