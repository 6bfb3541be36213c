import { useState } from "react"
import type { HttpTypes } from "@medusajs/framework/types"
import { useAction } from "../action"
import { Picture, Problem } from "../layout"
import type { Go, LoadPage } from "../main"
import { addToCart, sdk, type Session } from "../shop"
import { priceOf } from "./catalog"

const fields = "id,handle,title,description,*options,*variants,*variants.calculated_price"

export const productPage: LoadPage = async (session, handle, go) => {
  const { products } = await sdk.store.product.list({ handle, region_id: session.region.id, fields })
  const [product] = products
  if (!product) throw new Error("Product not found.")
  return { title: product.title, content: <Product product={product} session={session} go={go} /> }
}

type Props = { product: HttpTypes.StoreProduct; session: Session; go: Go }

function Product({ product, session, go }: Props) {
  const variants = [...(product.variants ?? [])].sort((a, b) => rankOf(a) - rankOf(b))
  const [variantId, setVariantId] = useState(variants[0]?.id ?? "")
  const [quantity, setQuantity] = useState(1)
  const adding = useAction()
  const add = async () => {
    await addToCart(session, variantId, quantity)
    await go("/cart")
  }
  return (
    <div className="product">
      <Picture handle={product.handle} />
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void adding.run(add)
        }}
      >
        <a className="quiet" href="/">
          ← All products
        </a>
        <h1>{product.title}</h1>
        <p className="price">{priceOf(product)}</p>
        <p className="lead">{product.description}</p>
        {variants.length > 1 && (
          <fieldset className="choices">
            <legend>{product.options?.[0]?.title}</legend>
            {variants.map(({ id, title }) => (
              <label key={id} className="chip">
                <input
                  type="radio"
                  name="variant"
                  checked={id === variantId}
                  onChange={() => setVariantId(id)}
                />
                {title}
              </label>
            ))}
          </fieldset>
        )}
        <div className="line">
          <Stepper label="Quantity" value={quantity} least={1} onChange={setQuantity} />
          <button className="button wide" disabled={adding.isBusy}>
            Add to cart
          </button>
        </div>
        <Problem text={adding.problem} />
        <ul className="notes">
          <li>Ships in two to five days</li>
          <li>Thirty days to change your mind</li>
          <li>Pay from any crypto wallet</li>
        </ul>
      </form>
    </div>
  )
}

function rankOf({ variant_rank: rank }: HttpTypes.StoreProductVariant): number {
  return rank ?? 0
}

type StepperProps = {
  label: string
  value: number
  least: number
  onChange: (value: number) => void
  isBusy?: boolean
}

export function Stepper({ label, value, least, onChange, isBusy = false }: StepperProps) {
  return (
    <div className="stepper" role="group" aria-label={label}>
      <button
        type="button"
        aria-label="One less"
        disabled={isBusy || value <= least}
        onClick={() => onChange(value - 1)}
      >
        −
      </button>
      <output>{value}</output>
      <button type="button" aria-label="One more" disabled={isBusy} onClick={() => onChange(value + 1)}>
        +
      </button>
    </div>
  )
}
