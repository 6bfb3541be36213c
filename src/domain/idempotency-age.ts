/**
 * Whether a key may be too old to repeat a call with: a service that has forgotten it would act again.
 *
 * @param retentionMs how long the service remembers a key; half of it is used up at most
 */
export function isKeyTooOld(ageMs: number, retentionMs: number): boolean {
  return ageMs > retentionMs / 2
}
