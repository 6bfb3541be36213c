import { z } from "zod"

/**
 * Constants that a merchant has no reason to change, in the one place where tests shorten them. A value that no test
 * changes stands beside the code that uses it instead.
 */
export const tuningOption = z.strictObject({
  /** Longest attempt of one call; the provider answers within a second. */
  callTimeoutMs: z.number().int().positive().default(10_000),
  /** Attempts of one call, which fit into 30 seconds with their pauses. */
  callAttempts: z.number().int().min(1).max(10).default(4),
  /** After this time another process takes over the work of a killed process: longer than all attempts of a call. */
  leaseMs: z.number().int().min(1_000).default(60_000),
  /** Failures after which a webhook is `dead`: with their growing pauses, over about a day. */
  deliveryAttempts: z.number().int().min(1).default(60),
  /** A page that shows an address polls every few seconds; only one of these polls asks the provider again. */
  addressIntervalMs: z.number().int().nonnegative().max(60_000).default(5_000),
  /** Payments that one client address opens in a minute and process: more than a shopper who tries every network. */
  openingsPerMinute: z.number().int().min(1).max(60_000).default(30),
  /** Payment pages with live updates in one process, some kilobytes of memory each; further pages poll. */
  watchersPerProcess: z.number().int().min(1).max(100_000).default(5_000),
  /** The same for one client address: enough for an office, too few to use up the limit of the process. */
  watchersPerAddress: z.number().int().min(1).max(100_000).default(30),
})
