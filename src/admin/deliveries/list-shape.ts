import type { ListShape } from "../list/list-state"

/** What can be asked of the list of webhooks, which shows all of them at first. */
export const DELIVERY_LIST = {
  several: [],
  single: ["state", "event"],
  initial: null,
  order: "-received_at",
} as const satisfies ListShape
