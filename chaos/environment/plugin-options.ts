import type { OnchainOptionsInput } from "../../src/modules/onchain/options/options"

const unpaidOrderTimeoutMinutes = 0.5

/** When an unpaid order is cancelled. */
export const unpaidTimeoutMs = unpaidOrderTimeoutMinutes * 60_000

const partialHoldHours = 0.005

/** How much longer an order is held of which a part was paid. */
export const partialHoldMs = partialHoldHours * 3_600_000

/** How often the plugin looks for orders that are out of time: the schedule of its job. */
export const followUpEveryMs = 10_000

/**
 * Options of the plugin beside those that point at the sandbox: its own defaults, with waits that fit a run of
 * minutes.
 */
export const pluginOptions: Partial<OnchainOptionsInput> = {
  unpaidOrderTimeoutMinutes,
  partialHoldHours,
  // So few rows on a page that a list has several, and one that is cut short misses some.
  assumptions: { list: { pageSize: 20 } },
  gateway: { timeoutMs: 2_000 },
  inbox: { leaseMs: 10_000 },
  deposits: { leaseMs: 10_000 },
  reconciliation: { leaseMs: 10_000, maxCallsPerMinute: 3_000 },
}
