import { z } from "@medusajs/framework/zod"

const MAX_LIMIT = 100
/** Whoever looks for something that far back narrows the list down instead. */
const MAX_OFFSET = 10_000

/** Parameter of a list that is a text. */
export const text = (field: string) =>
  z
    .string({ error: `${field}: expected a text` })
    .min(1, `${field}: expected a text`)
    .max(200, `${field}: too long`)

const wholeNumber = (field: string, least: number, most: number) => {
  const error = `${field}: expected a whole number from ${least} to ${most}`
  return z.coerce.number({ error }).int(error).min(least, error).max(most, error)
}

/** Which page of a list. */
export const pageParams = {
  limit: wholeNumber("limit", 1, MAX_LIMIT).default(20),
  offset: wholeNumber("offset", 0, MAX_OFFSET).default(0),
}
