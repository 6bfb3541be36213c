import type { z } from "zod"
import { plainText } from "./fields"

/** A response without the documented shape. Holds field paths, never values. */
export class ContractError extends Error {
  override readonly name = "ContractError"
  /** @param fields paths of the wrong fields; the answer itself is `(root)` */
  constructor(
    readonly resource: string,
    readonly problems: readonly string[],
    readonly fields: readonly string[]
  ) {
    super(`The gateway's ${resource} does not have the documented shape: ${problems.join("; ")}`)
  }
}

const MAX_PROBLEMS = 10

/**
 * Parses a value with a schema of this contract.
 *
 * @param resource its name in the message
 * @throws ContractError naming the fields that are wrong
 */
export function parseAs<T extends z.ZodType>(schema: T, value: unknown, resource: string): z.output<T> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.slice(0, MAX_PROBLEMS).map(({ path, message }) => ({
    field: path.map(fieldName).join(".") || "(root)",
    message: plainText(message, 200),
  }))
  throw new ContractError(
    resource,
    problems.map(({ field, message }) => `${field}: ${message}`),
    problems.map(({ field }) => field)
  )
}

/** Record keys come from the service and may hold anything. */
function fieldName(part: PropertyKey): string {
  const name = String(part)
  return /^\w{1,60}$/.test(name) ? name : "(odd name)"
}
