import { z } from "zod"

/** What {@link seedStore} returns, as it comes back from another process. */
export const SeedResult = z.object({
  publishableKey: z.string(),
  salesChannelId: z.string(),
  regionId: z.string(),
  stockLocationId: z.string(),
  shippingOptionId: z.string(),
  variantIds: z.array(z.string()),
  inventoryItemIds: z.array(z.string()),
})

export type SeedResult = z.infer<typeof SeedResult>
