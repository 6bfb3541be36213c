import { z } from "@medusajs/framework/zod"

/**
 * A text that somebody sends us, as a parameter or in a body.
 *
 * Postgres takes no NUL, so that one would be an error of the server; nobody types one.
 *
 * @param expected what is said of nothing, and of what is no text
 * @param most characters
 */
export const sentText = (field: string, expected = "expected a text", most = 200) =>
  z
    .string({ error: `${field}: ${expected}` })
    .min(1, `${field}: ${expected}`)
    .max(most, `${field}: expected at most ${most} characters`)
    .refine((value) => !value.includes("\0"), `${field}: expected a text without NUL`)
