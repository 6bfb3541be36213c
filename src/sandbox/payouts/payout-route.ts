import { z } from "zod"
import { payoutRecipientSchema, railSchema, type PayoutRecipient, type Rail } from "../../gateway/contract"
import type { CatalogToken } from "../catalog/catalog"
import type { Lifecycle } from "../store"

/** The sandbox's own names: the document shows none. */
export const ROUTE_STATUSES = ["draft", "approved", "archived"] as const
export type RouteStatus = (typeof ROUTE_STATUSES)[number]

export const ROUTE_TRIGGERS = ["approved", "archived"] as const
export type RouteTrigger = (typeof ROUTE_TRIGGERS)[number]

/** @see service-interface "Payout route" */
export const routeLifecycle: Lifecycle<RouteStatus, RouteTrigger> = {
  draft: { approved: "approved", archived: "archived" },
  approved: { archived: "archived" },
  archived: {},
}

/** On Stellar an issued asset needs its canonical id. */
export const routeRequestSchema = z.strictObject({
  ...railSchema.shape,
  name: z.string().min(1),
  canonicalAssetId: z.string().min(1).optional(),
  recipients: z.array(payoutRecipientSchema).min(1),
})
export type PayoutRoute = {
  readonly id: string
  readonly name: string
  readonly rail: Rail
  readonly asset: CatalogToken
  readonly recipients: readonly PayoutRecipient[]
  status: RouteStatus
}

/** The split of an invoice's net amount, fixed when the invoice was created. */
export type PayoutPlan =
  | { kind: "route"; routeId: string; recipients: readonly PayoutRecipient[] }
  | { kind: "recipients"; recipients: readonly PayoutRecipient[] }
