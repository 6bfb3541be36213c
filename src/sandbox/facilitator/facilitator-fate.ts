/**
 * What the facilitator does with the next signatures: `slow` answers late, `lost` moves the money and gives no answer, `failing`
 * moves none, `poor` finds no money at the payer, `lying` reports a transaction that is none, `late` reports a failure and moves the
 * money, `double` moves it twice, `other_token` moves another token.
 */
export const FACILITATOR_FATES = [
  "valid",
  "slow",
  "lost",
  "failing",
  "poor",
  "lying",
  "late",
  "double",
  "other_token",
] as const
export type FacilitatorFate = (typeof FACILITATOR_FATES)[number]

export function createFacilitator() {
  return { fate: "valid" as FacilitatorFate, usedNonces: new Set<string>() }
}
