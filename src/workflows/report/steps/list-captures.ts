import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { isOwnProvider } from "../../../modules/onchain/own-provider"
import type { CaptureFact } from "../../../modules/onchain/report-entries"

const PAGE = 500

/** Money counts as text: what a row says that is no such thing ends the report. */
const captureRow = z.object({
  id: z.string(),
  created_at: z.coerce.date(),
  raw_amount: z.object({ value: z.string() }),
  payment: z.object({
    provider_id: z.string(),
    currency_code: z.string(),
    payment_session_id: z.string().nullish(),
  }),
})

/**
 * Walks Medusa's captures of payments of our provider, oldest first. New ones come at the end, so that none is missed.
 *
 * @throws ZodError when a row does not hold what its fields promise
 */
export async function* listCaptures(
  container: MedusaContainer,
  from: Date
): AsyncGenerator<CaptureFact, void, undefined> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  for (let skip = 0; ; skip += PAGE) {
    const { data } = await query.graph({
      entity: "capture",
      fields: [
        "id",
        "created_at",
        "raw_amount",
        "payment.provider_id",
        "payment.currency_code",
        "payment.payment_session_id",
      ],
      filters: { created_at: { $gte: from } },
      pagination: { skip, take: PAGE, order: { created_at: "ASC", id: "ASC" } },
    })
    const rows = z.array(captureRow).parse(data)
    for (const { id, created_at, raw_amount, payment } of rows) {
      if (!isOwnProvider(payment.provider_id)) continue
      yield {
        id,
        sessionId: payment.payment_session_id ?? null,
        amount: raw_amount.value,
        currencyCode: payment.currency_code,
        at: created_at,
      }
    }
    if (rows.length < PAGE) return
  }
}
