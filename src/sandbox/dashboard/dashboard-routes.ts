import { Hono, type Context } from "hono"
import type { Credentials } from "../credentials"
import { isSameSecret } from "../http/authentication"
import { errorReply, toResponse, type Reply } from "../http/reply"
import { readControlBody } from "../http/request-body"
import { notFound, refusal, toSandboxError } from "../sandbox-error"
import type { World } from "../world"
import {
  billingActions,
  payoutRouteActions,
  settingsActions,
  webhookActions,
  withdrawalActions,
  type DashboardAction,
} from "./dashboard-actions"

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

export type DashboardRole = "owner" | "viewer"

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
