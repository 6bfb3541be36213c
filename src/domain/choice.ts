/** Whether something is possible, and if not why, in the operator's words. */
export type Choice = { is_possible: boolean; reason: string | null }

/** @param reason null when nothing speaks against it */
export function toChoice(reason: string | null): Choice {
  return { is_possible: reason === null, reason }
}
