import {
  createShippingOptionsWorkflow,
  createShippingProfilesWorkflow,
  createStockLocationsWorkflow,
  linkSalesChannelsToStockLocationWorkflow,
} from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { findId, only } from "./find"

const optionName = "Standard Shipping"
const locationName = "Demo Warehouse"
const profileName = "Demo Profile"
const zoneName = "United States"
const fulfillmentProvider = "manual_manual"
/** Name of the fulfillment set. */
export const deliveryName = "Demo Delivery"

/** Where the goods are and how they are shipped. */
export interface Shipping {
  stockLocationId: string
  shippingProfileId: string
  shippingOptionId: string
  /** The zone of the United States. */
  shippingZoneId: string
}

/** Creates a warehouse and one flat-rate option to the United States. */
export async function seedShipping(container: MedusaContainer, salesChannelId: string): Promise<Shipping> {
  const shippingProfileId =
    (await findId(container, "shipping_profile", { name: profileName })) ?? (await createProfile(container))
  const stockLocationId =
    (await findId(container, "stock_location", { name: locationName })) ??
    (await createLocation(container, salesChannelId))
  const shippingZoneId =
    (await findId(container, "service_zone", { name: zoneName })) ??
    (await createZone(container, stockLocationId))
  const shippingOptionId =
    (await findId(container, "shipping_option", { name: optionName })) ??
    (await createOption(container, shippingZoneId, shippingProfileId))
  return { stockLocationId, shippingProfileId, shippingOptionId, shippingZoneId }
}

async function createProfile(container: MedusaContainer): Promise<string> {
  const { result } = await createShippingProfilesWorkflow(container).run({
    input: { data: [{ name: profileName, type: "demo" }] },
  })
  return only(result).id
}

async function createLocation(container: MedusaContainer, salesChannelId: string): Promise<string> {
  const location = {
    name: locationName,
    address: { address_1: "1 Main Street", city: "Portland", country_code: "us" },
  }
  const { result } = await createStockLocationsWorkflow(container).run({ input: { locations: [location] } })
  const { id } = only(result)
  await linkSalesChannelsToStockLocationWorkflow(container).run({ input: { id, add: [salesChannelId] } })
  await container.resolve(ContainerRegistrationKeys.LINK).create({
    [Modules.STOCK_LOCATION]: { stock_location_id: id },
    [Modules.FULFILLMENT]: { fulfillment_provider_id: fulfillmentProvider },
  })
  return id
}

async function createZone(container: MedusaContainer, locationId: string): Promise<string> {
  const fulfillment = container.resolve(Modules.FULFILLMENT)
  const set = await fulfillment.createFulfillmentSets({
    name: deliveryName,
    type: "shipping",
    service_zones: [{ name: zoneName, geo_zones: [{ type: "country", country_code: "us" }] }],
  })
  await container.resolve(ContainerRegistrationKeys.LINK).create({
    [Modules.STOCK_LOCATION]: { stock_location_id: locationId },
    [Modules.FULFILLMENT]: { fulfillment_set_id: set.id },
  })
  return only(set.service_zones).id
}

async function createOption(container: MedusaContainer, zoneId: string, profileId: string): Promise<string> {
  const option = { name: optionName, description: "Two to five days", code: "standard", prices: { usd: 5 } }
  const { result } = await createShippingOptionsWorkflow(container).run({
    input: [flatRate({ ...option, zoneId, profileId })],
  })
  return only(result).id
}

/**
 * Input of a shipping option with one price per currency.
 *
 * @param option.prices by currency code, in major units
 */
export function flatRate(option: {
  name: string
  description: string
  code: string
  zoneId: string
  profileId: string
  prices: Record<string, number>
}) {
  const { name, description, code, zoneId, profileId, prices } = option
  return {
    name,
    service_zone_id: zoneId,
    shipping_profile_id: profileId,
    provider_id: fulfillmentProvider,
    price_type: "flat" as const,
    type: { label: name, description, code },
    prices: Object.entries(prices).map(([currency_code, amount]) => ({ currency_code, amount })),
  }
}
