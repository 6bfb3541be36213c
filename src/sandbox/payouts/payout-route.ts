import { z } from "zod"
import { payoutRecipientSchema, railSchema, type PayoutRecipient, type Rail } from "../../gateway/contract"
import type { CatalogToken } from "../catalog/tokens"

/** The sandbox's own names: the document shows none. */
export const ROUTE_STATUSES = ["draft", "approved", "archived"] as const
export type RouteStatus = (typeof ROUTE_STATUSES)[number]

export const ROUTE_TRIGGERS = ["approved", "archived"] as const
export type RouteTrigger = (typeof ROUTE_TRIGGERS)[number]

/** Every step of a route template. @see service-interface "Payout route" */
export const routeLifecycle: Record<RouteStatus, Partial<Record<RouteTrigger, RouteStatus>>> = {
  draft: { approved: "approved", archived: "archived" },
  approved: { archived: "archived" },
  archived: {},
}

/** What a person writes to make a route template. On Stellar an issued asset needs its canonical id. */
export const routeRequestSchema = z.strictObject({
  ...railSchema.shape,
  name: z.string().min(1),
  canonicalAssetId: z.string().min(1).optional(),
  recipients: z.array(payoutRecipientSchema).min(1),
})
export type RouteRequest = z.infer<typeof routeRequestSchema>

/** A template that splits what invoices of one asset bring. */
export type PayoutRoute = {
  readonly id: string
  readonly name: string
  readonly rail: Rail
  readonly asset: CatalogToken
  readonly recipients: readonly PayoutRecipient[]
  status: RouteStatus
}

export type RouteStore = {
  add(route: PayoutRoute): void
  find(id: string): PayoutRoute | undefined
  /** Oldest first. */
  all(): readonly PayoutRoute[]
}

export function createRouteStore(): RouteStore {
  const byId = new Map<string, PayoutRoute>()
  return {
    add: (route) => void byId.set(route.id, route),
    find: (id) => byId.get(id),
    all: () => [...byId.values()],
  }
}
