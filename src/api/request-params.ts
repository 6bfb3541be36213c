import {
  type MiddlewareRoute,
  validateAndTransformBody,
  validateAndTransformQuery,
} from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"

/**
 * A text in a parameter or body. Postgres takes no NUL, so one would cause a server error.
 *
 * @param expected error for a missing or non-text value
 * @param most characters
 */
export const sentText = (field: string, expected = "expected a text", most = 200) =>
  z
    .string({ error: `${field}: ${expected}` })
    .min(1, `${field}: ${expected}`)
    .max(most, `${field}: expected at most ${most} characters`)
    .refine((value) => !value.includes("\0"), `${field}: expected a text without NUL`)

const MAX_LIMIT = 100
/** To go further back, narrow the list with a filter. */
const MAX_OFFSET = 10_000

const wholeNumber = (field: string, least: number, most: number) => {
  const error = `${field}: expected a whole number from ${least} to ${most}`
  return z.coerce.number({ error }).int(error).min(least, error).max(most, error)
}

export const pageParams = {
  limit: wholeNumber("limit", 1, MAX_LIMIT).default(20),
  offset: wholeNumber("offset", 0, MAX_OFFSET).default(0),
}

/** One value, several of the same name, or several with commas. */
export const several = <T extends z.ZodType>(value: T) =>
  z.preprocess(
    (given) => (typeof given === "string" ? given.split(",") : given),
    z.array(value).min(1).max(20)
  )

export const oneOf = <const T extends readonly string[]>(field: string, values: T) =>
  z.enum(values, { error: `${field}: expected one of ${values.join(", ")}` })

export const checkQuery = (
  path: string,
  params: z.ZodObject,
  method: "GET" | "POST" = "GET"
): MiddlewareRoute => ({
  matcher: `/admin/onchain${path}`,
  methods: [method],
  middlewares: [validateAndTransformQuery(params, {})],
})

export const checkBody = (path: string, body: z.ZodObject): MiddlewareRoute => ({
  matcher: `/admin/onchain${path}`,
  methods: ["POST"],
  middlewares: [validateAndTransformBody(body)],
})
