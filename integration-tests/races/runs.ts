/**
 * How often each race runs. `RACES=100 npm test -- races` is the measurement behind the claim of a hundred.
 *
 * @default 3
 */
export const RACES = Number(process.env.RACES ?? 3)
