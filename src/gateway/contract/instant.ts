/**
 * An instant as ISO 8601, where the service may write epoch milliseconds.
 *
 * What no Date can hold is left as it is, so that the schema names the field.
 */
export function toIso(value: unknown): unknown {
  if (typeof value !== "number" || !(Math.abs(value) <= 8.64e15)) return value
  return new Date(value).toISOString()
}
