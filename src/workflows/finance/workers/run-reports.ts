import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import type { CaptureFact } from "../../../modules/onchain/finance/report-entries"
import { isOwnProvider } from "../../../modules/onchain/payment/medusa-payments"
import { reportRunnerOf } from "./report-runner"

/** Safe to interrupt and to repeat: each report starts over. */
export async function runReports(container: MedusaContainer) {
  const runner = reportRunnerOf(container)
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  const made: string[] = []
  for (;;) {
    const id = await runner.run((from) => listCaptures(container, from))
    if (id === null) break
    logger.info(`onchain: report ${id} was processed`)
    made.push(id)
  }
  return { made }
}

const PAGE = 500

/** Money is text: a row without it ends the report. */
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
 * Walks Medusa's captures of our payments, oldest first, so that new ones come at the end.
 *
 * @throws ZodError when a row has another form than expected
 */
async function* listCaptures(
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
