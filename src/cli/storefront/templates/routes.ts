import type { Shape } from "../shape"

/** The payment state, polled by the order page. */
export const stateRoute = ({
  lib,
}: Shape): string => `import { retrieveOnchainState } from "${lib}/onchain/server"
import { NextResponse } from "next/server"

type Props = { params: Promise<{ id: string }> }

export async function GET(_request: Request, { params }: Props) {
  const state = await retrieveOnchainState((await params).id)
  const headers = { "cache-control": "no-store" }
  return NextResponse.json({ state }, { status: state ? 200 : 404, headers })
}
`

/** "Pay now" redirects here, so the token never appears in a page. */
export const payRoute = ({
  lib,
}: Shape): string => `import { orderPath, rootPath } from "${lib}/onchain/order-state"
import { findPageUrl, isCart } from "${lib}/onchain/server"
import { redirect } from "next/navigation"
import { NextRequest } from "next/server"

type Props = { params: Promise<{ id: string }> }

export async function GET(request: NextRequest, { params }: Props) {
  const { id } = await params
  const countryCode = request.nextUrl.searchParams.get("country") ?? ""
  const url = await findPageUrl(id)
  redirect(url ?? (isCart(id) ? \`\${rootPath(countryCode)}/checkout\` : orderPath(countryCode, id)))
}
`

/** Return page: shows the order, or waits until the cart becomes one. */
export const returnPage = ({
  lib,
  modules,
}: Shape): string => `import { getCartId } from "${lib}/data/cookies"
import { orderPath } from "${lib}/onchain/order-state"
import { redirectToOnchainOrder, retrieveOnchainState } from "${lib}/onchain/server"
import FinishCart from "${modules}/onchain/finish-cart"
import { Metadata } from "next"
import { notFound, redirect } from "next/navigation"

export const metadata: Metadata = { title: "Your payment" }

type Props = {
  params: Promise<{ countryCode: string }>
  searchParams: Promise<{ order_id?: string; cart_id?: string }>
}

export default async function OnchainReturnPage({ params, searchParams }: Props) {
  const { countryCode } = await params
  const { order_id: orderId, cart_id: wanted } = await searchParams
  if (orderId) redirect(orderPath(countryCode, orderId))

  const cartId = wanted || (await getCartId())
  const state = cartId ? await retrieveOnchainState(cartId) : null
  if (!cartId || !state) {
    await redirectToOnchainOrder()
    return notFound()
  }
  return <FinishCart cartId={cartId} countryCode={countryCode} initial={state} />
}
`

/** The addresses of the signed-in customer, for the element of the account page: the login is in an HttpOnly cookie. */
export const addressesRoute = ({ lib }: Shape): string => `import { sdk } from "${lib}/config"
import { getAuthHeaders } from "${lib}/data/cookies"
import { NextResponse } from "next/server"

export async function GET() {
  const headers: Record<string, string> = { ...(await getAuthHeaders()) }
  const answer = (body: unknown, status: number) =>
    NextResponse.json(body, { status, headers: { "cache-control": "no-store" } })
  return sdk.client
    .fetch("/store/onchain/addresses", { headers, cache: "no-store" })
    .then((list) => answer(list, 200))
    .catch((error) => answer({ message: "The addresses could not be read." }, error?.status ?? 502))
}
`

/** The account page "Crypto addresses". The store serves the script of its element. */
export const addressesPage = ({ lib }: Shape): string => `import { scriptUrl } from "${lib}/onchain/server"
import { Metadata } from "next"
import Script from "next/script"
import { createElement } from "react"

export const metadata: Metadata = {
  title: "Crypto addresses",
  description: "Your addresses for crypto payments.",
}

export default function CryptoAddressesPage() {
  return (
    <div className="w-full" data-testid="crypto-addresses-page-wrapper">
      <h1 className="text-2xl-semi mb-8">Crypto addresses</h1>
      {/* The element repeats the title. */}
      <style>{"onchain-addresses::part(title) { display: none }"}</style>
      <Script type="module" src={scriptUrl("onchain-addresses")} />
      {createElement("onchain-addresses", { src: "/api/onchain/addresses", theme: "light" })}
    </div>
  )
}
`
