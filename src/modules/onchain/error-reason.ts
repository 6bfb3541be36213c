/**
 * What an error says, for a log or a row.
 *
 * Not `instanceof Error`: Medusa's workflow engine hands errors on as plain objects.
 *
 * @example reasonOf({ message: "out of stock" }) // "out of stock"
 */
export function reasonOf(error: unknown): string {
  const isObject = typeof error === "object" && error !== null
  return isObject && "message" in error ? String(error.message) : String(error)
}
