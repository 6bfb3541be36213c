import type { OnchainRefundState } from "../../types/http"
import type { ListShape } from "../list/list-state"

/** What the list shows first: refunds that nobody has sent yet. */
export const OPEN_REFUNDS: OnchainRefundState[] = ["due", "quoted", "confirmed"]

/** What can be asked of the list of refunds. */
export const REFUND_LIST = {
  several: ["state"],
  single: ["kind"],
  initial: { name: "state", value: OPEN_REFUNDS },
  order: "-created_at",
} as const satisfies ListShape
