import { z } from "zod"
import { paymentRequestSchema } from "../payments/payment"
import { transferRequestSchema } from "../payments/transfer"

const url = z.url({ protocol: /^https?$/ })

/** Bodies of the control calls. A fault has schemas of its own. */
export const controlSchemas = {
  reset: z.strictObject({ seed: z.string().min(1).optional() }),
  advance: z.strictObject({ ms: z.number().int().nonnegative() }),
  invoice: z.strictObject({ invoiceId: z.string().min(1) }),
  pay: paymentRequestSchema.extend({ invoiceId: z.string().min(1) }),
  transfer: transferRequestSchema,
  deposit: z.strictObject({ depositId: z.string().min(1) }),
  withdrawal: z.strictObject({ withdrawalId: z.string().min(1) }),
  address: z.strictObject({ address: z.string().min(1) }),
  settings: z.record(z.string(), z.unknown()),
  webhook: z.strictObject({ url: url.nullable(), secret: z.string().min(1).optional() }),
  redeliver: z.strictObject({
    deliveryId: z.string().min(1),
    times: z.number().int().min(1).max(1000).optional(),
    parallel: z.boolean().optional(),
  }),
  none: z.strictObject({}),
}
