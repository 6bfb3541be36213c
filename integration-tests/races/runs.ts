/** How often each race runs. `RACES=100 npm test -- races` is the measurement behind the claim of a hundred. */
export const RACES = Number(process.env.RACES ?? 3)
