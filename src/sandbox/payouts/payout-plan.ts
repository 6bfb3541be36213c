import type { PayoutRecipient } from "../../gateway/contract"

/** How the net amount of an invoice is split among recipients, as it was when the invoice was made. */
export type PayoutPlan =
  | { kind: "route"; routeId: string; recipients: readonly PayoutRecipient[] }
  | { kind: "recipients"; recipients: readonly PayoutRecipient[] }
