import { chooseAsset } from "../invoices/asset-choice"
import { conflict, parseInput } from "../sandbox-error"
import type { World } from "../world"
import { routeLifecycle, routeRequestSchema, type PayoutRoute, type RouteTrigger } from "./payout-route"
import { checkRecipients } from "./recipients"

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

/** @throws SandboxError 404, or 409 unless it is a draft */
export function approveRoute(world: World, id: string): PayoutRoute {
  return takeRouteStep(world, id, "approved")
}

/** Invoices that use the route keep it. @throws SandboxError 404 or 409 */
export function archiveRoute(world: World, id: string): PayoutRoute {
  return takeRouteStep(world, id, "archived")
}

function takeRouteStep({ routes }: World, id: string, trigger: RouteTrigger): PayoutRoute {
  const route = routes.get(id)
  const next = routeLifecycle[route.status][trigger]
  if (!next) throw conflict(`payout route ${id} is ${route.status}: it cannot be ${trigger}`)
  route.status = next
  return route
}
