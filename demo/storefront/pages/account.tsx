import { createElement, type FormEvent } from "react"
import type { HttpTypes } from "@medusajs/framework/types"
import type { OnchainAddressesElement } from "../../../src/checkout/addresses"
import type { OnchainAddressesResponse } from "../../../src/types/http"
import { useAction } from "../action"
import { Problem } from "../layout"
import type { Go, LoadPage } from "../main"
import { addToCart, type Customer, money, sdk, type Session, settings, signIn, signOut } from "../shop"
import { AddressText } from "./address"

const fields = "id,display_id,created_at,total,currency_code,payment_status"

export const accountPage: LoadPage = async (session, _id, go) => {
  const { customer } = session
  if (!customer) return { title: "Sign in", content: <SignIn session={session} go={go} /> }
  const [{ orders }] = await Promise.all([
    sdk.store.order.list({ fields, order: "-created_at", limit: 20 }),
    // The store serves the element, as for any storefront.
    import(`${settings.storeUrl}/onchain/checkout/onchain-addresses.js`),
  ])
  return { title: "Account", content: <Account customer={customer} orders={orders} go={go} /> }
}

/** A link that signs in the demo's customer, with something in her cart. @param to the page that follows */
export const enterPage: LoadPage = async (session, to, go) => {
  await signIn(session, settings.customer)
  if (!session.cart?.items?.length) {
    const { products } = await sdk.store.product.list({ handle: "throw", fields: "*variants" })
    await addToCart(session, products[0]?.variants?.[0]?.id ?? "", 1)
  }
  history.replaceState(null, "", `/${to}`)
  await go()
  return { title: "Account", content: null }
}

function SignIn({ session, go }: { session: Session; go: Go }) {
  const action = useAction()
  const enter = (login: { email: string; password: string }) =>
    void action.run(async () => {
      await signIn(session, login)
      await go(session.cart ? "/checkout" : "/account")
    })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    enter({ email: String(form.get("email")), password: String(form.get("password")) })
  }
  return (
    <div className="narrow">
      <h1>Welcome back</h1>
      <div className="panel">
        <button
          type="button"
          className="button wide"
          disabled={action.isBusy}
          onClick={() => enter(settings.customer)}
        >
          Sign in as Ada
        </button>
        <p className="quiet">A demo customer with saved addresses. No typing needed.</p>
        <p className="or">or</p>
        <form onSubmit={submit} className="stack">
          <label className="field">
            E-mail
            <input name="email" type="email" autoComplete="username" required />
          </label>
          <label className="field">
            Password
            <input name="password" type="password" autoComplete="current-password" required />
          </label>
          <button className="button plain wide" disabled={action.isBusy}>
            Sign in
          </button>
        </form>
        <Problem text={action.problem} />
      </div>
    </div>
  )
}

type AccountProps = { customer: Customer; orders: HttpTypes.StoreOrder[]; go: Go }

function Account({ customer, orders, go }: AccountProps) {
  return (
    <div className="columns">
      <section aria-labelledby="orders">
        <h1>Hello, {customer.first_name}</h1>
        <h2 id="orders">Orders</h2>
        {orders.length === 0 && <p className="quiet">None yet.</p>}
        <ul className="orders">
          {orders.map((order) => (
            <li key={order.id}>
              <a href={`/orders/${order.id}`}>
                <strong>Order {order.display_id}</strong>
                <span className="quiet">{day(order.created_at)}</span>
                <PaidBadge status={order.payment_status} />
                <span className="amount">{money(order.total, order.currency_code)}</span>
              </a>
            </li>
          ))}
        </ul>
        <CryptoAddresses />
      </section>
      <aside className="panel">
        <h2>Saved addresses</h2>
        <ul className="addresses">
          {customer.addresses.map((address) => (
            <li key={address.id}>
              <strong>{address.address_name}</strong>
              <AddressText address={address} />
            </li>
          ))}
        </ul>
        <p className="quiet">{customer.email}</p>
        <button
          type="button"
          className="button plain wide"
          onClick={() => void signOut().then(() => go("/"))}
        >
          Sign out
        </button>
      </aside>
    </div>
  )
}

/** The service confirms each address whenever the element shows it. */
const listAddresses = () => sdk.client.fetch<OnchainAddressesResponse>("/store/onchain/addresses")

function CryptoAddresses() {
  const start = (element: OnchainAddressesElement | null) => {
    if (element && element.load !== listAddresses) element.load = listAddresses
  }
  return createElement("onchain-addresses", { ref: start })
}

function day(at: string | Date): string {
  return new Intl.DateTimeFormat("en", { day: "numeric", month: "long" }).format(new Date(at))
}

function PaidBadge({ status }: { status: HttpTypes.StoreOrder["payment_status"] }) {
  const isPaid = status === "captured"
  const isOver = status === "canceled" || status.includes("refunded")
  const text = isPaid ? "Paid" : isOver ? "Cancelled" : "Waiting for payment"
  return <span className={`badge ${isPaid ? "good" : isOver ? "bad" : "wait"}`}>{text}</span>
}
