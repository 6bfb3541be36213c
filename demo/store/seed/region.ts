import { createRegionsWorkflow, createTaxRegionsWorkflow } from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { findId, only } from "./find"

const name = "United States"
const country = "us"

/**
 * Creates the region customers pay in, and its tax region without a rate, so totals stay easy to read.
 *
 * @param paymentProviders ids a shopper may choose from
 * @returns id of the region
 */
export async function seedRegion(container: MedusaContainer, paymentProviders: string[]): Promise<string> {
  const existing = await findId(container, "region", { name })
  if (existing) return existing
  const region = { name, currency_code: "usd", countries: [country], payment_providers: paymentProviders }
  const { result } = await createRegionsWorkflow(container).run({ input: { regions: [region] } })
  await createTaxRegionsWorkflow(container).run({
    input: [{ country_code: country, provider_id: "tp_system" }],
  })
  return only(result).id
}
