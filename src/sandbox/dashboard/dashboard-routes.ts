import { Hono, type Context } from "hono"
import { errorReply, toResponse, type Reply } from "../http/reply"
import { readControlBody } from "../http/request-body"
import { notFound, toSandboxError } from "../sandbox-error"
import type { World } from "../world"
import { billingActions } from "./billing-actions"
import type { DashboardAction } from "./dashboard-action"
import { identifyPerson, requireOwner, SESSION_HEADER } from "./dashboard-session"
import { payoutRouteActions } from "./payout-route-actions"
import { settingsActions } from "./settings-actions"
import { webhookActions } from "./webhook-actions"
import { withdrawalActions } from "./withdrawal-actions"

/** Everything a person can do. @see src/sandbox/README.md */
export const dashboardActions: readonly DashboardAction[] = [
  ...webhookActions,
  ...payoutRouteActions,
  ...withdrawalActions,
  ...billingActions,
  ...settingsActions,
]

/**
 * What a person does in the service's dashboard, as calls: the document shows no interface for it.
 *
 * Errors have the body, codes and statuses of the service's own.
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
    const person = identifyPerson(context.req.header(SESSION_HEADER), world.credentials)
    if (method === "POST") requireOwner(person)
    const body = method === "POST" ? await readControlBody(context) : {}
    return { status: 200, body: run({ world, id: context.req.param("id") ?? "", body }) }
  } catch (error) {
    return errorReply(toSandboxError(error), requestId, world.assumptions)
  }
}
