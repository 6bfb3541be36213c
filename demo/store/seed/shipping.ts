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
const fulfillmentProvider = "manual_manual"

/** Where the goods are and how they are shipped. */
export interface Shipping {
  stockLocationId: string
  shippingProfileId: string
  shippingOptionId: string
}

/** Creates a warehouse and one flat-rate option to the United States. */
export async function seedShipping(container: MedusaContainer, salesChannelId: string): Promise<Shipping> {
  const shippingProfileId =
    (await findId(container, "shipping_profile", { name: profileName })) ?? (await createProfile(container))
  const stockLocationId =
    (await findId(container, "stock_location", { name: locationName })) ??
    (await createLocation(container, salesChannelId))
  const shippingOptionId =
    (await findId(container, "shipping_option", { name: optionName })) ??
    (await createOption(container, stockLocationId, shippingProfileId))
  return { stockLocationId, shippingProfileId, shippingOptionId }
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

async function createOption(
  container: MedusaContainer,
  locationId: string,
  profileId: string
): Promise<string> {
  const fulfillment = container.resolve(Modules.FULFILLMENT)
  const set = await fulfillment.createFulfillmentSets({
    name: "Demo Delivery",
    type: "shipping",
    service_zones: [{ name: "United States", geo_zones: [{ type: "country", country_code: "us" }] }],
  })
  await container.resolve(ContainerRegistrationKeys.LINK).create({
    [Modules.STOCK_LOCATION]: { stock_location_id: locationId },
    [Modules.FULFILLMENT]: { fulfillment_set_id: set.id },
  })
  const { result } = await createShippingOptionsWorkflow(container).run({
    input: [
      {
        name: optionName,
        service_zone_id: only(set.service_zones).id,
        shipping_profile_id: profileId,
        provider_id: fulfillmentProvider,
        price_type: "flat",
        type: { label: "Standard", description: "Two to five days", code: "standard" },
        prices: [{ currency_code: "usd", amount: 5 }],
      },
    ],
  })
  return only(result).id
}
