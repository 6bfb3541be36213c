import { useEffect, useState } from "react"
import type { HttpTypes } from "@medusajs/framework/types"
import type { OnchainPageLink, OnchainPaymentView } from "../../../src/types/http"
import type { LoadPage } from "../main"
import { findLink, isFinal, isPaidWithCrypto, pageUrl, readPayment, words } from "../payment"
import { Sandbox } from "../sandbox"
import { sdk } from "../shop"
import { AddressText } from "./address"
import { Totals } from "./cart"

const fields = "*payment_collections.payment_sessions"
const pollMs = 1_500

export const orderPage: LoadPage = async ({ customer }, id) => {
  const { order } = await sdk.store.order.retrieve(id, { fields })
  const link = isPaidWithCrypto(order) ? await findLink(order, customer !== null) : null
  const view = link && (await readPayment(link))
  const content = <Order order={order} link={link} first={view} />
  return { title: `Order ${order.display_id}`, content }
}

type Props = {
  order: HttpTypes.StoreOrder
  link: OnchainPageLink | null
  first: OnchainPaymentView | null
}

function Order({ order, link, first }: Props) {
  const view = useLiveView(link, first)
  return (
    <div className="columns order">
      <div>
        <p className="quiet">Order {order.display_id}</p>
        <h1>Thank you{order.shipping_address?.first_name && `, ${order.shipping_address.first_name}`}!</h1>
        {view && link && <State view={view} link={link} />}
        {!link && isPaidWithCrypto(order) && (
          <p className="quiet">To see its payment, open this order in the browser you ordered with.</p>
        )}
      </div>
      {view?.environment === "sandbox" && link && <Sandbox view={view} link={link} />}
      <section className="panel" aria-labelledby="goods">
        <h2 id="goods">What you ordered</h2>
        <Totals of={order} />
        {order.shipping_address && (
          <>
            <h3>Delivered to</h3>
            <AddressText address={shown(order.shipping_address)} />
          </>
        )}
      </section>
    </div>
  )
}

/** Follows a payment until its final state. */
function useLiveView(link: OnchainPageLink | null, first: OnchainPaymentView | null) {
  const [view, setView] = useState(first)
  const isOver = view === null || isFinal(view)
  useEffect(() => {
    if (!link || isOver) return
    const timer = setInterval(() => {
      // The next poll tries again.
      readPayment(link).then(setView, () => undefined)
    }, pollMs)
    return () => clearInterval(timer)
  }, [link, isOver])
  return view
}

function State({ view, link }: { view: OnchainPaymentView; link: OnchainPageLink }) {
  const { title, text, tone, action } = words[view.status]
  const isWaiting = tone === "wait" || tone === "bad"
  return (
    <section className={`state ${tone}`} aria-label="Payment">
      <span className="mark" aria-hidden="true" />
      <div>
        <div role="status">
          <h2>{title}</h2>
          <p>{text}</p>
          <Figures view={view} />
        </div>
        <a className={isWaiting ? "button" : "button plain"} href={pageUrl(link)} onClick={openBeside}>
          {action}
        </a>
      </div>
    </section>
  )
}

/**
 * Opens the payment page in its own window, so the sandbox panel stays visible. A phone, and a real shop,
 * would open it in place.
 */
function openBeside(event: React.MouseEvent<HTMLAnchorElement>): void {
  if (innerWidth < 900) return
  const features = `popup,width=480,height=900,left=${screenX + outerWidth - 520},top=${screenY + 40}`
  if (open(event.currentTarget.href, "payment", features)) event.preventDefault()
}

function Figures({ view }: { view: OnchainPaymentView }) {
  const { status, token, amount, received_amount, overpaid_amount, network_name } = view
  const { confirmations, confirmations_required: required } = view
  if (token === null || amount === null) return null
  const total = shownAmount(amount)
  const received = status === "partially_paid" ? `${shownAmount(received_amount ?? "0")} of ${total}` : total
  return (
    <p className="figures">
      <span>
        {received} {token} on {network_name}
      </span>
      {status === "confirming" && required !== null && (
        <span>
          Confirmations: {confirmations ?? 0} of {required}
        </span>
      )}
      {overpaid_amount !== null && (
        <span>
          {shownAmount(overpaid_amount)} {token} too much: it will be refunded
        </span>
      )}
    </p>
  )
}

/** @example shownAmount("8.5") // "8.50" */
function shownAmount(amount: string): string {
  return amount.replace(/\.\d$/, (part) => `${part}0`)
}

function shown(address: HttpTypes.StoreOrderAddress) {
  const { first_name = null, last_name = null, address_1 = null, city = null, province = null } = address
  const { postal_code = null, country_code = null } = address
  return { first_name, last_name, address_1, city, province, postal_code, country_code }
}
