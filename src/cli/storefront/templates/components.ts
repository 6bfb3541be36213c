import type { Shape } from "../shape"

/** "Place order and pay": opens the payment page. */
export const paymentButton = ({ lib, modules, buttonImport }: Shape): string => `"use client"

import { placeOnchainOrder } from "${lib}/onchain/actions"
import { orLost } from "${lib}/onchain/order-state"
import ErrorMessage from "${modules}/checkout/components/error-message"
${buttonImport}
import { useEffect, useState } from "react"

type Props = { cartId: string; notReady: boolean; "data-testid"?: string }

const OnchainPaymentButton = ({ cartId, notReady, "data-testid": dataTestId }: Props) => {
  const [submitting, setSubmitting] = useState(false)
  const [error, setError] = useState<string | null>(null)

  // The browser's Back button may restore this page although the cart is already an order.
  useEffect(() => {
    const reload = (event: PageTransitionEvent) => event.persisted && location.reload()
    window.addEventListener("pageshow", reload)
    return () => window.removeEventListener("pageshow", reload)
  }, [])

  const handlePayment = async () => {
    setSubmitting(true)
    setError(null)
    // A redirect to the payment page returns nothing.
    const failure = await placeOnchainOrder(cartId).catch(orLost)
    if (!failure) return
    setError(failure.error)
    setSubmitting(false)
  }

  return (
    <>
      <Button
        disabled={notReady}
        isLoading={submitting}
        onClick={handlePayment}
        size="large"
        data-testid={dataTestId}
      >
        Place order and pay
      </Button>
      <ErrorMessage error={error} data-testid="onchain-payment-error-message" />
    </>
  )
}

export default OnchainPaymentButton
`

/** The icon in the list of payment methods. */
export const icon = (): string => `const OnchainIcon = () => (
  <svg
    width="20"
    height="20"
    viewBox="0 0 20 20"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    aria-hidden="true"
  >
    <circle cx="10" cy="10" r="7.75" />
    <path d="M12.4 7.6c-.4-.8-1.3-1.2-2.4-1.2-1.4 0-2.4.7-2.4 1.8 0 2.5 4.9 1.1 4.9 3.6 0 1.1-1 1.8-2.5 1.8-1.2 0-2.2-.5-2.6-1.4M10 4.8v1.6m0 7.2v1.6" strokeLinecap="round" />
  </svg>
)

export default OnchainIcon
`

/** The state of the payment on the page of an order. */
export const orderPayment = ({
  lib,
}: Shape): string => `import { retrieveOnchainState } from "${lib}/onchain/server"
import LivePayment from "./live-payment"

type Props = {
  order: {
    id: string
    shipping_address?: { country_code?: string } | null
    payment_collections?: { payments?: unknown[] }[] | null
  }
}

/** Renders nothing for orders of other payment providers. */
const OnchainOrderPayment = async ({ order }: Props) => {
  const state = await retrieveOnchainState(order.id)
  if (!state) return null
  const countryCode = order.shipping_address?.country_code?.toLowerCase() ?? ""
  const isShown = order.payment_collections?.some(({ payments }) => payments?.length) ?? false
  return <LivePayment orderId={order.id} countryCode={countryCode} initial={state} isShown={isShown} />
}

export default OnchainOrderPayment
`

/** Updates the payment without a reload. */
export const livePayment = ({ lib }: Shape): string => `"use client"

import { OnchainState, wordsOf } from "${lib}/onchain/order-state"
import { useRouter } from "next/navigation"
import { useEffect } from "react"
import PaymentCard from "./payment-card"
import { useOnchainState } from "./use-onchain-state"

type Props = {
  orderId: string
  countryCode: string
  initial: OnchainState
  /** Whether the page's order already shows the payment. */
  isShown: boolean
}

const LivePayment = ({ orderId, countryCode, initial, isShown }: Props) => {
  const state = useOnchainState(orderId, initial)
  const router = useRouter()

  useEffect(() => {
    if (state.isRecorded && !isShown) router.refresh()
  }, [state.isRecorded, isShown, router])

  const words = wordsOf(state)
  return (
    <PaymentCard
      {...words}
      isPaid={state.isPaid}
      href={\`/api/onchain/\${orderId}/pay?country=\${countryCode}\`}
    />
  )
}

export default LivePayment
`

export const paymentCard = (): string => `type Props = {
  title: string
  text: string
  action: string | null
  href: string
  isPaid: boolean
}

const PaymentCard = ({ title, text, action, href, isPaid }: Props) => (
  <section
    className="my-4 flex flex-col gap-4 rounded-lg border border-ui-border-base bg-ui-bg-subtle p-6 small:flex-row small:items-center small:justify-between"
    data-testid="onchain-payment"
  >
    <div role="status">
      <h2 className="text-lg font-semibold text-ui-fg-base">
        {isPaid && <span className="mr-2 text-green-600" aria-hidden="true">&#10003;</span>}
        <span data-testid="onchain-payment-title">{title}</span>
      </h2>
      <p className="txt-medium mt-1 text-ui-fg-subtle">{text}</p>
    </div>
    {action && (
      <a
        href={href}
        rel="nofollow"
        className={
          "inline-flex h-12 shrink-0 items-center justify-center rounded-md px-6 font-medium transition-colors " +
          (isPaid
            ? "border border-gray-200 bg-white text-black hover:bg-gray-50"
            : "bg-black text-white hover:bg-gray-800")
        }
        data-testid="onchain-pay-link"
      >
        {action}
      </a>
    )}
  </section>
)

export default PaymentCard
`

export const useState = ({ lib }: Shape): string => `"use client"

import { OnchainState } from "${lib}/onchain/order-state"
import { useEffect, useState } from "react"

const INTERVAL_MS = 4_000

/** Polls the state while it can change and the page is visible. */
export function useOnchainState(id: string, initial: OnchainState): OnchainState {
  const [state, setState] = useState(initial)
  const isFinal = state.isRecorded || state.isCancelled

  useEffect(() => {
    if (isFinal) return
    const read = async () => {
      if (document.visibilityState === "hidden") return
      // Offline: the next poll tries again.
      const answer = await fetch(\`/api/onchain/\${id}/state\`).catch(() => null)
      if (answer?.ok) setState((await answer.json()).state)
    }
    // A page restored by the browser shows an old state.
    const restored = (event: PageTransitionEvent) => event.persisted && read()
    const timer = setInterval(read, INTERVAL_MS)
    document.addEventListener("visibilitychange", read)
    window.addEventListener("pageshow", restored)
    return () => {
      clearInterval(timer)
      document.removeEventListener("visibilitychange", read)
      window.removeEventListener("pageshow", restored)
    }
  }, [id, isFinal])

  return state
}
`

/** placeOrder: "after_payment": waits until the cart is paid, then places the order. */
export const finishCart = ({ lib, modules }: Shape): string => `"use client"

import { finishOnchainCart } from "${lib}/onchain/actions"
import { OnchainState, orLost, rootPath, wordsOf } from "${lib}/onchain/order-state"
import ErrorMessage from "${modules}/checkout/components/error-message"
import { useEffect, useState } from "react"
import PaymentCard from "./payment-card"
import { useOnchainState } from "./use-onchain-state"

type Props = { cartId: string; countryCode: string; initial: OnchainState }

const MOST_TRIES = 10
const PAUSE_MS = 3_000

const FinishCart = ({ cartId, countryCode, initial }: Props) => {
  const state = useOnchainState(cartId, initial)
  const [error, setError] = useState<string | null>(null)
  const [tries, setTries] = useState(0)

  // The webhook places the order too. Only one of the two succeeds; the other tries again and finds it.
  const isReady = state.isPaid || state.isPlaced
  useEffect(() => {
    if (!isReady) return
    let timer: number | undefined
    let isLeft = false
    const finish = async () => {
      const failure = await finishOnchainCart(cartId).catch(orLost)
      if (!failure || isLeft) return
      if (tries === MOST_TRIES) return setError(failure.error)
      timer = window.setTimeout(() => setTries(tries + 1), PAUSE_MS)
    }
    finish()
    return () => {
      isLeft = true
      window.clearTimeout(timer)
    }
  }, [cartId, isReady, tries])

  const words = wordsOf(state)
  return (
    <div className="content-container mx-auto max-w-3xl py-12">
      <h1 className="text-3xl">Your payment</h1>
      <PaymentCard
        title={words.title}
        text={state.isPaid ? "We are placing your order." : "Your order is placed as soon as it is paid."}
        action={state.isPaid ? null : words.action}
        isPaid={state.isPaid}
        href={\`/api/onchain/\${cartId}/pay?country=\${countryCode}\`}
      />
      <ErrorMessage error={error} data-testid="onchain-return-error-message" />
      {!state.isPaid && (
        <a href={\`\${rootPath(countryCode)}/checkout?step=payment\`} className="text-ui-fg-interactive">
          Back to checkout
        </a>
      )}
    </div>
  )
}

export default FinishCart
`
