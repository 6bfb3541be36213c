import type { ListShape } from "../list/list-state"

/** What can be asked of the address book. */
export const DESTINATION_LIST = {
  several: [],
  single: ["state", "purpose", "network_id"],
  initial: null,
  order: "-created_at",
} as const satisfies ListShape
