import type { HttpTypes } from "@medusajs/framework/types"
import { Picture } from "../layout"
import type { LoadPage } from "../main"
import { money, sdk } from "../shop"

const fields = "id,handle,title,description,*variants.calculated_price"

export const catalogPage: LoadPage = async ({ region }) => {
  const { products } = await sdk.store.product.list({ region_id: region.id, fields, order: "created_at" })
  const content = (
    <>
      <div className="hero">
        <h1>Good things for a quiet desk.</h1>
        <p>Eight objects, made to be used for years. Pay with USDC, ETH, SOL and more, from any wallet.</p>
      </div>
      <ul className="cards">
        {products.map((product) => (
          <li key={product.id}>
            <a className="card" href={`/products/${product.handle}`}>
              <Picture handle={product.handle} />
              <span className="line">
                <strong>{product.title}</strong>
                <span>{priceOf(product)}</span>
              </span>
              <span className="quiet">{product.description}</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  )
  return { title: "Shop", content }
}

/** All variants of a product cost the same here. */
export function priceOf({ variants }: HttpTypes.StoreProduct): string {
  const price = variants?.[0]?.calculated_price
  if (price?.calculated_amount == null || !price.currency_code) return ""
  return money(price.calculated_amount, price.currency_code)
}
