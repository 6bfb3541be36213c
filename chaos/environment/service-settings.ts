/** Time of one block: fast enough for a run of minutes, slow enough that payments are seen confirming. */
export const blockTimeMs = 300

/** As much as the service lets an invoice lack, in basis points. */
export const underpaymentToleranceBps = 100

/** Whatever the service was paid is final by then: the blocks of the slowest network, and a beat of its clock. */
export const finalWithinMs = 2_000
