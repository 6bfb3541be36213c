import type { z } from "zod"
import { REPLACED_OPTIONS } from "./payout-access-option"

/** Says what is wrong with a field, what was found and what is expected. Values of secrets are never repeated. */
export function describeIssue(issue: z.core.$ZodIssue, input: unknown): string[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => {
      const field = [...issue.path, key].join(".")
      return `${field}: ${REPLACED_OPTIONS[field] ?? "not an option of this plugin"}`
    })
  }
  const field = issue.path.map(String).join(".") || "options"
  const isOurWording = issue.code !== "invalid_type" || !issue.message.startsWith("Invalid input")
  const expected = isOurWording ? issue.message : `expected ${KINDS[issue.expected] ?? issue.expected}`
  return [`${field}: found ${describeFound(issue.path, input)}, ${expected}`]
}

const KINDS: Record<string, string> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
}

const SECRET_FIELDS: readonly unknown[] = ["apiKey", "payoutApiKey", "webhookSecrets"]

function describeFound(path: readonly PropertyKey[], input: unknown): string {
  let value: unknown = input
  for (const key of path) value = isRecord(value) ? value[key] : undefined
  if (value === undefined) return "nothing"
  if (value === null) return "null"
  if (SECRET_FIELDS.includes(path[0]) && typeof value === "number") return "a number"
  if (typeof value === "number" || typeof value === "boolean") return String(value)
  if (typeof value === "string") return value.trim() === "" ? "an empty text" : "a text"
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list"
  return `a value of type ${typeof value}`
}

function isRecord(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === "object" && value !== null
}
