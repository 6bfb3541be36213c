import { plainText } from "../../../gateway/contract/wire"

/** What failed is in the first words. */
const LONGEST_REASON = 1_000

/**
 * What an error says, for a log or a row: one line, of a bounded length.
 *
 * Not `instanceof Error`: Medusa's workflow engine hands errors on as plain objects.
 *
 * @example reasonOf({ message: "out of stock" }) // "out of stock"
 */
export function reasonOf(error: unknown): string {
  const isObject = typeof error === "object" && error !== null
  return plainText(isObject && "message" in error ? String(error.message) : String(error), LONGEST_REASON)
}
