/**
 * How often each race runs: once for each of two ways to cancel, and for each order of two operators.
 * `RACES=100 npm test -- races` is the measurement behind the claim of a hundred.
 */
export const RACES = Number(process.env.RACES ?? 2)
