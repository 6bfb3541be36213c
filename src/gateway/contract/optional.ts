import type { z } from "zod"

/**
 * A field that may be absent or null on the wire; either way it reads as undefined.
 *
 * Written as a check and not as a transformation: an answer has dozens of these, and each one that transforms
 * costs several times what the field itself does.
 */
export function optional<T extends z.ZodType>(schema: T): z.ZodOptional<T>
export function optional(schema: z.ZodType): z.ZodType {
  return schema.nullish().overwrite((value) => value ?? undefined)
}

/** A field of any type that has its own assumed name: read, and undefined when absent or null. */
export function fieldOf(record: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(record, name) ? (record[name] ?? undefined) : undefined
}
