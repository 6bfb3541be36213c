import type { ListShape } from "../list/list-state"

/** What can be asked of the list of withdrawals. */
export const WITHDRAWAL_LIST = {
  several: ["state"],
  single: ["kind", "network_id", "token"],
  initial: null,
  order: "-created_at",
} as const satisfies ListShape
