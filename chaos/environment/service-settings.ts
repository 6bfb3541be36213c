/** Time of one block: fast enough for a run of minutes, slow enough that payments are seen confirming. */
export const blockTimeMs = 300

/** How far the service lets an invoice be underpaid, in basis points. */
export const underpaymentToleranceBps = 100

/**
 * The service records no deposit of less, in USD. One piece with its shipping is below it with the plugin's margin, two are above, also
 * paid in part.
 */
export const minimums = { intentUsd: "16" }

/**
 * By then every payment to the service is final: the blocks of the slowest network, and a beat of its clock.
 */
export const finalWithinMs = 2_000
