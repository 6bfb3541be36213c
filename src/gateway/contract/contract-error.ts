import type { z } from "zod"
import { plainText } from "./plain-text"

/** A response that does not have the shape the document gives. Holds field paths, never values. */
export class ContractError extends Error {
  override readonly name = "ContractError"
  constructor(
    readonly resource: string,
    readonly problems: readonly string[]
  ) {
    super(`The gateway's ${resource} does not have the documented shape: ${problems.join("; ")}`)
  }
}

/** A list of a thousand bad rows says nothing that its first problems do not. */
const MAX_PROBLEMS = 10

/**
 * Parses a value of the wire, or says which fields are wrong.
 *
 * @throws ContractError
 */
export function parseAs<T extends z.ZodType>(schema: T, value: unknown, resource: string): z.output<T> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new ContractError(
    resource,
    parsed.error.issues
      .slice(0, MAX_PROBLEMS)
      .map(({ path, message }) => `${path.map(fieldName).join(".") || "(root)"}: ${plainText(message, 200)}`)
  )
}

/** In a record the names are the service's own, and may be anything. */
function fieldName(part: PropertyKey): string {
  const name = String(part)
  return /^\w{1,60}$/.test(name) ? name : "(odd name)"
}
