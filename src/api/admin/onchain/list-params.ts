import { z } from "@medusajs/framework/zod"

const MAX_LIMIT = 100
/** Whoever looks for something that far back narrows the list down instead. */
const MAX_OFFSET = 10_000

const wholeNumber = (field: string, least: number, most: number) => {
  const error = `${field}: expected a whole number from ${least} to ${most}`
  return z.coerce.number({ error }).int(error).min(least, error).max(most, error)
}

/** Which page of a list. */
export const pageParams = {
  limit: wholeNumber("limit", 1, MAX_LIMIT).default(20),
  offset: wholeNumber("offset", 0, MAX_OFFSET).default(0),
}
