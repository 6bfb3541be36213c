import {
  createCustomerAccountWorkflow,
  createCustomerAddressesWorkflow,
  createRegionsWorkflow,
  createServiceZonesWorkflow,
  createShippingOptionsWorkflow,
  createTaxRegionsWorkflow,
  updateStoresWorkflow,
} from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { findId, only } from "./find"
import { type CatalogProduct, seedProducts } from "./products"
import { type Shipping, deliveryName, flatRate } from "./shipping"

/** Login of a customer. */
export interface CustomerLogin {
  email: string
  password: string
}

const europe = ["de", "fr", "it", "nl", "es", "at"]

const catalog: CatalogProduct[] = [
  {
    handle: "pen",
    title: "Fountain Pen",
    usd: 64,
    eur: 59,
    text: "A steel nib in a turned brass body. Writes wet, ages well.",
    option: { title: "Nib", values: ["Fine", "Medium", "Broad"] },
  },
  {
    handle: "throw",
    title: "Wool Throw",
    usd: 89,
    eur: 82,
    text: "Woven from undyed and plant-dyed wool. 130 by 180 cm.",
    option: { title: "Color", values: ["Clay", "Moss", "Ink"] },
  },
  {
    handle: "pourover",
    title: "Pour-over Set",
    usd: 39,
    eur: 36,
    text: "Dripper and carafe in borosilicate glass, for two cups.",
  },
  {
    handle: "planter",
    title: "Terracotta Planter",
    usd: 26,
    eur: 24,
    text: "Unglazed, with a saucer. Plant included.",
    option: { title: "Size", values: ["Small", "Large"] },
  },
  {
    handle: "candle",
    title: "Beeswax Candle",
    usd: 17,
    eur: 16,
    text: "Poured by hand. Burns for forty hours and smells of honey.",
  },
]

/**
 * Adds products with variants, a second shipping option, a EUR region, and a customer with two saved
 * addresses.
 *
 * @param goods where they are sold and stored
 */
export async function seedShowcase(
  container: MedusaContainer,
  goods: { shipping: Shipping; salesChannelId: string; stock: number; paymentProviders: string[] },
  customer: CustomerLogin
): Promise<void> {
  if (await findId(container, "customer", { email: customer.email })) return
  const { shipping, salesChannelId, stock, paymentProviders } = goods
  await seedProducts(container, shipping, salesChannelId, stock, catalog)
  await seedEurope(container, shipping, paymentProviders)
  await seedCustomer(container, customer)
}

async function seedEurope(
  container: MedusaContainer,
  { shippingProfileId, shippingZoneId }: Shipping,
  paymentProviders: string[]
): Promise<void> {
  const supported_currencies = [
    { currency_code: "usd", is_default: true },
    { currency_code: "eur", is_default: false },
  ]
  await updateStoresWorkflow(container).run({ input: { selector: {}, update: { supported_currencies } } })
  const region = {
    name: "Europe",
    currency_code: "eur",
    countries: europe,
    payment_providers: paymentProviders,
  }
  await createRegionsWorkflow(container).run({ input: { regions: [region] } })
  await createTaxRegionsWorkflow(container).run({
    input: europe.map((country_code) => ({ country_code, provider_id: "tp_system" })),
  })
  const setId = (await findId(container, "fulfillment_set", { name: deliveryName })) ?? ""
  const geo_zones = europe.map((country_code) => ({ type: "country" as const, country_code }))
  const { result: zones } = await createServiceZonesWorkflow(container).run({
    input: { data: [{ name: "Europe", fulfillment_set_id: setId, geo_zones }] },
  })
  const express = { name: "Express", description: "Next day", code: "express", profileId: shippingProfileId }
  const standard = { ...express, name: "Standard", description: "Three to six days", code: "standard" }
  await createShippingOptionsWorkflow(container).run({
    input: [
      flatRate({ ...express, zoneId: shippingZoneId, prices: { usd: 15 } }),
      flatRate({ ...standard, zoneId: only(zones).id, prices: { eur: 6 } }),
      flatRate({ ...express, zoneId: only(zones).id, prices: { eur: 14 } }),
    ],
  })
}

async function seedCustomer(container: MedusaContainer, { email, password }: CustomerLogin): Promise<void> {
  const auth = container.resolve(Modules.AUTH)
  const { authIdentity, error } = await auth.register("emailpass", { body: { email, password } })
  if (!authIdentity) throw new Error(`Could not create the login ${email}: ${error}`)
  const name = { first_name: "Ada", last_name: "Lindqvist" }
  const { result } = await createCustomerAccountWorkflow(container).run({
    input: { authIdentityId: authIdentity.id, customerData: { ...name, email } },
  })
  const home = {
    ...name,
    customer_id: result.id,
    address_name: "Home",
    address_1: "418 Alder Street",
    city: "Portland",
    province: "Oregon",
    postal_code: "97205",
    country_code: "us",
    is_default_shipping: true,
  }
  const studio = {
    ...name,
    customer_id: result.id,
    address_name: "Studio",
    address_1: "77 Ferry Landing",
    city: "Seattle",
    province: "Washington",
    postal_code: "98104",
    country_code: "us",
  }
  const sister = {
    ...{ ...name, first_name: "Greta" },
    customer_id: result.id,
    address_name: "My sister",
    address_1: "Lindenweg 12",
    city: "Berlin",
    postal_code: "10969",
    country_code: "de",
  }
  await createCustomerAddressesWorkflow(container).run({ input: { addresses: [home, studio, sister] } })
}
