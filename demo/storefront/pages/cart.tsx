import { useAction } from "../action"
import { Picture, Problem } from "../layout"
import type { Go, LoadPage } from "../main"
import { type Cart, changeQuantity, money } from "../shop"
import { Stepper } from "./product"

export const cartPage: LoadPage = async ({ cart }, _id, go) => {
  const content = cart?.items?.length ? <FullCart cart={cart} go={go} /> : <EmptyCart />
  return { title: "Cart", content }
}

export function EmptyCart() {
  return (
    <div className="empty">
      <h1>Your cart is empty</h1>
      <p className="lead">Take a look at the shelves.</p>
      <a className="button" href="/">
        Look around
      </a>
    </div>
  )
}

function FullCart({ cart, go }: { cart: Cart; go: Go }) {
  const change = useAction()
  return (
    <div className="columns">
      <section aria-labelledby="cart-title">
        <h1 id="cart-title">Your cart</h1>
        <ul className="items">
          {cart.items?.map((item) => (
            <li key={item.id}>
              <Picture handle={item.product_handle} size={88} />
              <div>
                <strong>{item.product_title}</strong>
                <VariantOf item={item} />
                <Stepper
                  label={`Quantity of ${item.product_title}`}
                  value={item.quantity}
                  least={0}
                  isBusy={change.isBusy}
                  onChange={(quantity) =>
                    void change.run(() => changeQuantity(cart, item.id, quantity).then(() => go()))
                  }
                />
              </div>
              <span>{money(item.total ?? 0, cart.currency_code)}</span>
            </li>
          ))}
        </ul>
        <Problem text={change.problem} />
      </section>
      <aside className="panel">
        <h2>Summary</h2>
        <dl className="totals">
          <div className="sum">
            <dt>Items</dt>
            <dd>{money(cart.item_total, cart.currency_code)}</dd>
          </div>
        </dl>
        <p className="quiet">You choose delivery in the next step.</p>
        <a className="button wide" href="/checkout">
          Check out
        </a>
      </aside>
    </div>
  )
}

/** Renders nothing for a product with a single variant. */
export function VariantOf({
  item,
}: {
  item: { variant_title?: string | null; product_title?: string | null }
}) {
  const { variant_title: variant, product_title: product } = item
  return variant && variant !== product ? <span className="quiet">{variant}</span> : null
}

type Priced = {
  currency_code: string
  item_total: number
  shipping_total: number
  total: number
  items?: { id: string; quantity: number; total?: number; product_title?: string | null }[] | null
}

/** The lines and totals of a cart or an order. */
export function Totals({ of: { items, currency_code, item_total, shipping_total, total } }: { of: Priced }) {
  return (
    <dl className="totals">
      {items?.map(({ id, quantity, product_title: title, total: price = 0 }) => (
        <div key={id}>
          <dt>
            {quantity} × {title}
          </dt>
          <dd>{money(price, currency_code)}</dd>
        </div>
      ))}
      {!items && (
        <div>
          <dt>Items</dt>
          <dd>{money(item_total, currency_code)}</dd>
        </div>
      )}
      <div>
        <dt>Delivery</dt>
        <dd>{money(shipping_total, currency_code)}</dd>
      </div>
      <div className="sum">
        <dt>Total</dt>
        <dd>{money(total, currency_code)}</dd>
      </div>
    </dl>
  )
}
