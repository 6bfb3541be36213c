import type { OnchainDepositState } from "../../types/http"
import type { ListShape } from "../list/list-state"

/** What the list shows first: deposits that somebody has to do something about. */
export const WAITING: OnchainDepositState[] = ["in_review", "acting"]

/** What can be asked of the list of deposits. */
export const DEPOSIT_LIST = {
  several: ["state", "assignment_status"],
  single: ["network_id", "token", "customer_id"],
  initial: { name: "state", value: WAITING },
  order: "-observed_at",
} as const satisfies ListShape
