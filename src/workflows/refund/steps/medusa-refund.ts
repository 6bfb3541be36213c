import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { compareAmounts } from "../../../gateway/amount"
import type { RefundRow } from "../../../modules/onchain/refund-row"

const medusaRefund = z.object({ id: z.string(), raw_amount: z.object({ value: z.string() }) })

/**
 * Whether Medusa does not have a refund any more that is recorded here, or has it with another amount. Core takes its own
 * back when something fails after our provider was asked, and nobody is owed anything then.
 */
export async function isGoneInMedusa(
  container: MedusaContainer,
  { id, kind, fiat_amount }: Pick<RefundRow, "id" | "kind" | "fiat_amount">
): Promise<boolean> {
  if (kind !== "order") return false
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "refund", fields: ["id", "raw_amount"], filters: { id } })
  const [refund] = z.array(medusaRefund).parse(data)
  return !refund || fiat_amount === null || compareAmounts(refund.raw_amount.value, fiat_amount) !== 0
}
