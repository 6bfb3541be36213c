import { type FormEvent, useState } from "react"
import type { HttpTypes } from "@medusajs/framework/types"
import { useAction } from "../action"
import { Problem } from "../layout"
import type { Go, LoadPage } from "../main"
import { placeOrder, provider } from "../payment"
import { type Cart, cartFields, money, sdk, type Session } from "../shop"
import { AddressForm, AddressText, readAddress } from "./address"
import { EmptyCart, Totals } from "./cart"

type ShippingOption = HttpTypes.StoreCartShippingOption
type Props = { session: Session; cart: Cart; options: ShippingOption[]; go: Go }

export const checkoutPage: LoadPage = async (session, _id, go) => {
  const { cart: loaded, region, customer } = session
  if (!loaded?.items?.length) return { title: "Cart", content: <EmptyCart /> }
  const { payment_providers } = await sdk.store.payment.listPaymentProviders({ region_id: region.id })
  if (!payment_providers.some(({ id }) => id === provider)) throw new Error("Crypto is not enabled here.")
  // Shipping options depend on the country.
  const isKnown = region.countries?.some(({ iso_2 }) => iso_2 === loaded.shipping_address?.country_code)
  const country_code = savedIn(region, customer)[0]?.country_code ?? region.countries?.[0]?.iso_2 ?? undefined
  const cart = isKnown ? loaded : await update(loaded, { shipping_address: { country_code } })
  const { shipping_options: options } = await sdk.store.fulfillment.listCartOptions({ cart_id: cart.id })
  const chosen = cart.shipping_methods?.[0] || !options[0] ? cart : await chooseShipping(cart, options[0].id)
  const content = <Checkout session={session} cart={chosen} options={options} go={go} />
  return { title: "Checkout", content }
}

async function update(cart: Cart, changes: HttpTypes.StoreUpdateCart): Promise<Cart> {
  return (await sdk.store.cart.update(cart.id, changes, cartFields)).cart
}

async function chooseShipping(cart: Cart, option_id: string): Promise<Cart> {
  return (await sdk.store.cart.addShippingMethod(cart.id, { option_id }, cartFields)).cart
}

function savedIn(region: Session["region"], customer: Session["customer"]): HttpTypes.StoreCustomerAddress[] {
  const countries = new Set(region.countries?.map(({ iso_2 }) => iso_2))
  const addresses = (customer?.addresses ?? []).filter(({ country_code }) =>
    countries.has(country_code ?? "")
  )
  return addresses.sort((a, b) => Number(b.is_default_shipping) - Number(a.is_default_shipping))
}

function Checkout({ session, cart, options, go }: Props) {
  const { region, customer } = session
  const saved = savedIn(region, customer)
  const [addressId, setAddressId] = useState(saved[0]?.id ?? "new")
  const placing = useAction()
  const shipping = useAction()

  async function place(form: FormData): Promise<void> {
    const address = saved.find(({ id }) => id === addressId) ?? readAddress(form)
    const { first_name, last_name, address_1, city, province, postal_code, country_code } = address
    const person = { first_name, last_name, address_1, city, province, postal_code, country_code }
    const to = Object.fromEntries(Object.entries(person).map(([name, value]) => [name, value ?? undefined]))
    const email = customer?.email ?? String(form.get("email"))
    const ready = await update(cart, { email, shipping_address: to, billing_address: to })
    await go(`/orders/${await placeOrder(ready)}`)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    void placing.run(() => place(form))
  }
  return (
    <form className="columns" onSubmit={submit}>
      <div className="steps">
        <h1>Checkout</h1>
        <section aria-labelledby="to">
          <h2 id="to">Deliver to</h2>
          {customer ? (
            <p className="quiet">Signed in as {customer.email}</p>
          ) : (
            <>
              <p className="quiet">
                Have an account? <a href="/account">Sign in</a> to use a saved address.
              </p>
              <label className="field">
                E-mail
                <input name="email" type="email" autoComplete="email" required />
              </label>
            </>
          )}
          {saved.length > 0 && (
            <fieldset className="tiles">
              <legend className="hidden">Saved addresses</legend>
              {saved.map((address) => (
                <label key={address.id} className="tile">
                  <input
                    type="radio"
                    name="saved"
                    checked={address.id === addressId}
                    onChange={() => setAddressId(address.id)}
                  />
                  <span>
                    <strong>{address.address_name}</strong>
                    <AddressText address={address} />
                  </span>
                </label>
              ))}
              <label className="tile">
                <input
                  type="radio"
                  name="saved"
                  checked={addressId === "new"}
                  onChange={() => setAddressId("new")}
                />
                <span>
                  <strong>Another address</strong>
                </span>
              </label>
            </fieldset>
          )}
          {addressId === "new" && <AddressForm region={region} />}
        </section>
        <section aria-labelledby="how">
          <h2 id="how">Delivery</h2>
          <fieldset className="tiles" disabled={shipping.isBusy}>
            <legend className="hidden">Shipping option</legend>
            {options.map((option) => (
              <label key={option.id} className="tile">
                <input
                  type="radio"
                  name="shipping"
                  checked={cart.shipping_methods?.[0]?.shipping_option_id === option.id}
                  onChange={() => void shipping.run(() => chooseShipping(cart, option.id).then(() => go()))}
                />
                <span>
                  <strong>{option.name}</strong>
                  <span className="quiet">{option.type.description}</span>
                </span>
                <span>{money(option.amount, cart.currency_code)}</span>
              </label>
            ))}
          </fieldset>
          <Problem text={shipping.problem} />
        </section>
        <section aria-labelledby="pay">
          <h2 id="pay">Payment</h2>
          <label className="tile">
            <input type="radio" name="provider" value={provider} defaultChecked />
            <span>
              <strong>Crypto</strong>
              <span className="quiet">You choose a network and a token after placing the order.</span>
            </span>
            <span className="coins" aria-hidden="true">
              {["USDC", "ETH", "SOL", "XLM"].map((token) => (
                <b key={token} className={token}>
                  {token}
                </b>
              ))}
            </span>
          </label>
        </section>
      </div>
      <aside className="panel">
        <h2>Your order</h2>
        <Totals of={cart} />
        <button className="button wide" disabled={placing.isBusy || shipping.isBusy}>
          {placing.isBusy ? "Placing the order…" : "Place the order"}
        </button>
        <Problem text={placing.problem} />
        <p className="quiet">You pay on the next page. We reserve your items until then.</p>
      </aside>
    </form>
  )
}
