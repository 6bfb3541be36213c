import { z } from "zod"
import { optional } from "./optional"

/**
 * Body of an error. A 5xx may carry something else entirely, and `details` may be missing.
 * A companion of the wrong type is dropped: it must not cost us the code, which decides.
 */
export const errorBodySchema = z.looseObject({
  error: z.looseObject({
    code: z.string().min(1),
    message: optional(z.string()).catch(undefined),
    details: optional(z.array(z.unknown())).catch(undefined),
    requestId: optional(z.string()).catch(undefined),
  }),
})
export type ErrorBody = z.infer<typeof errorBodySchema>
