import fc from "fast-check"

type Arbitraries<Values> = { [Index in keyof Values]: fc.Arbitrary<Values[Index]> }

/** Whether what is expected holds for all values. */
export const forAll = <Values extends [unknown, ...unknown[]]>(
  ...property: [...Arbitraries<Values>, (...values: Values) => void]
): void => fc.assert(fc.property(...property), { numRuns: 500 })
