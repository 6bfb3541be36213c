import type { ListShape } from "../list/list-state"

/** What can be asked of the list of transactions. */
export const TRANSACTION_LIST = {
  several: [],
  single: ["direction", "type", "network_id", "token"],
  days: ["from", "to"],
  initial: null,
  order: "-at",
} as const satisfies ListShape
