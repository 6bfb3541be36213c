/** Time of one block: fast enough for a run of minutes, slow enough that payments are seen confirming. */
export const blockTimeMs = 300

/** How far the service lets an invoice be underpaid, in basis points. */
export const underpaymentToleranceBps = 100

/**
 * By then every payment to the service is final: the blocks of the slowest network, and a beat of its clock.
 */
export const finalWithinMs = 2_000
