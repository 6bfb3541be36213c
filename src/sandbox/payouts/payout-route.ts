import { z } from "zod"
import { payoutRecipientSchema, railSchema, type PayoutRecipient, type Rail } from "../../gateway/contract"
import type { CatalogToken } from "../catalog/catalog"
import { lifecycle } from "../store"

/** The names are the sandbox's own. @see service-interface "Payout route" */
export const routeLifecycle = lifecycle({
  draft: { approved: "approved", archived: "archived" },
  approved: { archived: "archived" },
  archived: {},
})

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
  status: keyof typeof routeLifecycle
}

/** The split of an invoice's net amount, fixed when the invoice was created. */
export type PayoutPlan =
  | { kind: "route"; routeId: string; recipients: readonly PayoutRecipient[] }
  | { kind: "recipients"; recipients: readonly PayoutRecipient[] }
