import { z } from "zod"
import type { PayoutRoute } from "../payouts/payout-route"
import { approveRoute, archiveRoute, createRoute } from "../payouts/route-steps"
import { change, view } from "./dashboard-action"

const nothing = z.strictObject({})

/** Templates that split what invoices bring. Nobody can use one before it is approved. */
export const payoutRouteActions = [
  view("/payout-routes", ({ routes }) => routes.all().map(describeRoute)),
  change("/payout-routes", z.unknown(), (world, body) => describeRoute(createRoute(world, body))),
  change("/payout-routes/:id/approve", nothing, (world, _, id) => describeRoute(approveRoute(world, id))),
  change("/payout-routes/:id/archive", nothing, (world, _, id) => describeRoute(archiveRoute(world, id))),
]

function describeRoute({ id, name, rail, asset, recipients, status }: PayoutRoute) {
  return { id, name, status, ...rail, canonicalAssetId: asset.canonicalAssetId, recipients }
}
