/**
 * How often each race is run. `RACES=100 npm test -- races` is what the claim of a hundred is measured with.
 *
 * @default 5
 */
export const RACES = Number(process.env.RACES ?? 5)
