import type { z } from "zod"

/** A field that may be absent or null on the wire; either way it reads as undefined. */
export function optional<T extends z.ZodType>(schema: T) {
  return schema
    .nullish()
    .transform((value) => value ?? undefined)
    .optional()
}

/** A field of any type that has its own assumed name: read, and undefined when absent or null. */
export function fieldOf(record: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(record, name) ? (record[name] ?? undefined) : undefined
}
