import { z } from "zod"

/** Body of every delivery. Event names we do not know are valid and handled as "nothing to do". */
export const webhookEnvelopeSchema = z.looseObject({
  event: z.string().min(1).max(200),
  data: z.record(z.string(), z.unknown()),
})
export type WebhookEnvelope = z.infer<typeof webhookEnvelopeSchema>
