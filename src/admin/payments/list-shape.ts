import type { ListShape } from "../list/list-state"

/** What can be asked of the list of payments without an order. It shows at first what waits for a decision. */
export const PAYMENT_LIST = {
  several: ["reason"],
  single: ["resolution"],
  initial: { name: "resolution", value: "waiting" },
  order: "-settled_at",
} as const satisfies ListShape
