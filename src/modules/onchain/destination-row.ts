import type { InferTypeOf } from "@medusajs/framework/types"
import type OnchainPayoutDestination from "./models/payout-destination"

/** A row of `onchain_payout_destination` as the database returns it. `memo` is empty for none. */
export type DestinationRow = InferTypeOf<typeof OnchainPayoutDestination>
