import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"

const booking = z.object({ id: z.string(), raw_amount: z.object({ value: z.string() }) })

const capturedPayment = z.object({
  currency_code: z.string(),
  payment_collection_id: z.string(),
  captures: z.array(booking),
  refunds: z.array(booking),
})

const FIELDS = [
  ...["currency_code", "payment_collection_id", "captures.id", "captures.raw_amount"],
  ...["refunds.id", "refunds.raw_amount"],
]

/** A payment of Medusa with its captures and refunds. Amounts are in major units. */
export type CapturedPayment = z.infer<typeof capturedPayment>

/**
 * Reads what was captured for a session, also when the session itself was deleted since.
 *
 * @returns null when nothing was
 * @throws ZodError when a row does not hold what its fields promise
 */
export async function findCapturedPayment(
  container: MedusaContainer,
  sessionId: string
): Promise<CapturedPayment | null> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "payment",
    fields: FIELDS,
    filters: { payment_session_id: sessionId },
  })
  const found = z.array(capturedPayment).parse(data)
  return found.find(({ captures }) => captures.length > 0) ?? null
}
