import type { OnchainOptionsInput } from "../../src/modules/onchain/options"

/**
 * Options of the plugin beside those that point at the sandbox: its own defaults, with waits that fit a run of
 * minutes.
 */
export const pluginOptions: Partial<OnchainOptionsInput> = {
  gateway: { timeoutMs: 2_000 },
  inbox: { leaseMs: 10_000 },
  deposits: { leaseMs: 10_000 },
}

/** When an unpaid order is cancelled. */
export const unpaidTimeoutMs = 60_000
