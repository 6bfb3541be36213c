import { z } from "zod"

/** A path of the service; braces name its parameters. */
export function path(byDefault: string) {
  return pathText().default(byDefault)
}

/** The path of a call that a service may not have: null then. */
export function optionalPath(byDefault: string) {
  return pathText().nullable().default(byDefault)
}

function pathText() {
  return z
    .string()
    .regex(/^(?:\/(?:[\w.~-]+|\{\w+\}))+$/, "expected a path such as /businesses/{businessId}/intents")
}

/** A field of an answer, or a path of fields into it. */
export function field() {
  return z
    .string()
    .regex(/^[^.]+(?:\.[^.]+)*$/, "expected a field such as `amount`, or a path such as `amounts.total`")
    .refine((name) => !name.split(".").includes("__proto__"), "expected a field other than `__proto__`")
}

/** Fields that are tried in order. */
export function fields(...byDefault: [string, ...string[]]) {
  return z.array(field()).min(1).default(byDefault)
}

/** Fields that are tried in order; empty for the answer itself. */
export function envelopes(...byDefault: [string, ...string[]]) {
  return z
    .array(z.union([z.literal(""), field()]))
    .min(1)
    .default(byDefault)
}

/** Our name of a field -> the service's. */
export function names<const T extends Record<string, string>>(defaults: T) {
  const shape = Object.entries(defaults).map(([ours, theirs]) => [ours, field().default(theirs)])
  return z.strictObject(Object.fromEntries(shape) as { [K in keyof T]: z.ZodDefault<z.ZodString> })
}

/** Our name of a field -> the service's; null where the service has no such field. */
export function optionalNames<const T extends Record<string, string>>(defaults: T) {
  const shape = Object.entries(defaults).map(([ours, theirs]) => [ours, field().nullable().default(theirs)])
  return z.strictObject(
    Object.fromEntries(shape) as { [K in keyof T]: z.ZodDefault<z.ZodNullable<z.ZodString>> }
  )
}

/** An amount in USD. */
export function usd() {
  return z
    .string()
    .regex(/^\d{1,9}(?:\.\d{1,8})?$/, 'expected an amount in USD with a point, such as "5" or "0.5"')
}

/** Words of one meaning. */
export function words(...byDefault: [string, ...string[]]) {
  return z.array(z.string().min(1)).min(1).default(byDefault)
}

/** Our name of a meaning -> the service's words for it. By default it is the name in snake case. */
export function vocabulary<const T extends string>(...meanings: T[]) {
  const shape = meanings.map((meaning) => [meaning, words(toSnakeCase(meaning))])
  return z.strictObject(Object.fromEntries(shape) as Record<T, ReturnType<typeof words>>)
}

/** @example toSnakeCase("fundsReserved") // "funds_reserved" */
export function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** What a refusal means: a documented category, or a refusal that leads on in a way of its own. */
export const ERROR_MEANINGS = [
  "validation",
  "authentication",
  "permission",
  "not_found",
  "conflict",
  "rate_limited",
  "server",
  "insufficient_balance",
  "duplicate",
  "in_progress",
] as const
export type ErrorMeaning = (typeof ERROR_MEANINGS)[number]

/** The service's error code -> what it means. */
export function errorCategories() {
  return z
    .record(z.string().regex(/^[\w.-]{1,64}$/, "expected an error code"), z.enum(ERROR_MEANINGS))
    .default({})
}
