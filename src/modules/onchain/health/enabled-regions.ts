import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Logger } from "@medusajs/framework/types"
import type { OnchainOptions } from "../options/options"
import { reasonOf } from "../work/audit-log"
import { adviceForCurrency, listUncoveredCurrencies } from "./rate-watch"

/** A region with our payment provider enabled. `currencyCode` is lower case. */
export type EnabledRegion = { name: string; currencyCode: string }

/**
 * Reads the regions with our payment provider from Medusa's tables, because other modules cannot be called while a module
 * starts.
 */
export async function listEnabledRegions(knex: Knex): Promise<EnabledRegion[]> {
  const { rows } = await knex.raw(
    `SELECT region.name, lower(region.currency_code) AS "currencyCode" FROM region
     WHERE region.deleted_at IS NULL AND EXISTS (
       SELECT 1 FROM region_payment_provider AS link
       WHERE link.region_id = region.id AND link.deleted_at IS NULL
         AND starts_with(link.payment_provider_id, 'pp_onchain_'))
     ORDER BY region.created_at, region.id`
  )
  return rows
}

/** Logs at startup what to add for each currency of an enabled region that no source covers. Makes no calls. */
export async function reportUncoveredCurrencies(
  knex: Knex,
  options: Pick<OnchainOptions, "rates">,
  logger: Pick<Logger, "warn">
): Promise<void> {
  try {
    const regions = await listEnabledRegions(knex)
    const uncovered = listUncoveredCurrencies(
      options,
      regions.map(({ currencyCode }) => currencyCode)
    )
    for (const code of uncovered)
      logger.warn(
        `onchain: no rail can be priced in ${code} (${namesOfRegions(regions, code)}), so shoppers there cannot pay with crypto. ` +
          adviceForCurrency(code)
      )
  } catch (error) {
    // The health page reports it later.
    logger.warn(`onchain: could not read the currencies of the regions: ${reasonOf(error)}`)
  }
}

/** @example namesOfRegions([{ name: "Europe", currencyCode: "eur" }], "eur") // "region Europe" */
export function namesOfRegions(regions: readonly EnabledRegion[], code: string): string {
  const names = regions.filter(({ currencyCode }) => currencyCode === code).map(({ name }) => name)
  return names.length > 0 ? `region ${names.join(", ")}` : "no region is enabled yet"
}
