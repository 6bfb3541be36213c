import type { MedusaContainer } from "@medusajs/framework/types"
import { type AdminLogin, seedAdmin } from "./admin"
import { type Products, seedProducts } from "./products"
import { seedRegion } from "./region"
import { type Sales, seedSales } from "./sales"
import { type Shipping, seedShipping } from "./shipping"
import { type CustomerLogin, seedShowcase } from "./showcase"

export type { AdminLogin } from "./admin"
export type { CustomerLogin } from "./showcase"

export interface SeedOptions {
  /** Providers of the region. @default ["pp_onchain_default", "pp_system_default"] */
  paymentProviders?: string[]
  /** Pieces of each product. @default 10000 */
  stock?: number
  /** Creates this admin user. */
  admin?: AdminLogin
  /** Creates these admin users too. */
  colleagues?: AdminLogin[]
  /** Adds more products, a region in EUR, and this customer. */
  showcase?: CustomerLogin
}

/** Everything a storefront or a test needs to shop. */
export type SeedResult = Sales &
  Products &
  Pick<Shipping, "stockLocationId" | "shippingOptionId"> & { regionId: string }

/**
 * Fills a store: a USD region with crypto payment, shipping, three products in stock, a storefront key.
 *
 * The demo, the tests and the benchmarks share it. Running it again changes nothing and returns the same ids.
 *
 * @param container of a running Medusa application
 * @example const { publishableKey, variantIds } = await seedStore(container)
 */
export async function seedStore(container: MedusaContainer, options: SeedOptions = {}): Promise<SeedResult> {
  const {
    paymentProviders = ["pp_onchain_default", "pp_system_default"],
    stock = 10_000,
    admin,
    colleagues = [],
    showcase,
  } = options
  const sales = await seedSales(container)
  const regionId = await seedRegion(container, paymentProviders)
  const shipping = await seedShipping(container, sales.salesChannelId)
  const products = await seedProducts(container, shipping, sales.salesChannelId, stock)
  for (const login of admin ? [admin, ...colleagues] : colleagues) await seedAdmin(container, login)
  if (showcase)
    await seedShowcase(
      container,
      { shipping, salesChannelId: sales.salesChannelId, stock, paymentProviders },
      showcase
    )
  const { stockLocationId, shippingOptionId } = shipping
  return { ...sales, ...products, regionId, stockLocationId, shippingOptionId }
}
