import type { OnchainOptionsInput } from "../../src/modules/onchain/options/options"
import { minimums } from "./service-settings"

const unpaidOrderTimeoutMinutes = 0.5

/** When an unpaid order is cancelled. */
export const unpaidTimeoutMs = unpaidOrderTimeoutMinutes * 60_000

const partialHoldHours = 0.005

/** How much longer a partly paid order is held. */
export const partialHoldMs = partialHoldHours * 3_600_000

/** How often the plugin checks for unpaid orders: the schedule of its job. */
export const followUpEveryMs = 10_000

/** How long work belongs to the process that claimed it. */
export const leaseMs = 10_000

/**
 * Options of the plugin besides those that point at the sandbox: its defaults, with waits that fit a run of
 * minutes.
 */
export const pluginOptions: Partial<OnchainOptionsInput> = {
  unpaidOrderTimeoutMinutes,
  partialHoldHours,
  // Small pages, so that a list has several and a truncated one misses rows.
  assumptions: { list: { pageSize: 20 }, minimums },
  throttle: { callsPerMinute: 12_500 },
  tuning: { callTimeoutMs: 2_000, leaseMs },
}
