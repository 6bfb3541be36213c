import { z } from "zod"

/** Stellar memo id: a decimal string that may exceed 2^53, so never a number. */
export const memoIdSchema = z.string().regex(/^\d{1,20}$/, "expected a numeric memo as text")

/** A memo as invoices and intents carry it. */
export const memoSchema = z.looseObject({ type: z.string().optional(), value: memoIdSchema })
