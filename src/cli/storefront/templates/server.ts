import type { Shape } from "../shape"

/** Payment state and links, server-side only. */
export const server = ({ lib }: Shape): string => `import "server-only"
import { sdk } from "${lib}/config"
import { getAuthHeaders } from "${lib}/data/cookies"
import { cookies } from "next/headers"
import { redirect } from "next/navigation"
import { isOnchain, OnchainState, orderPath } from "./order-state"

const LAST_ORDER = "_onchain_last_order"
/** Medusa's statuses of an order without a payment. */
const UNPAID = ["not_paid", "awaiting"]
const LAST_ORDER_SECONDS = 60 * 60

/** A token opens the payment page of one cart and its order, so it is HttpOnly. */
const linkCookie = (id: string) => \`_onchain_link_\${id}\`

type PageLink = { token: string; page_path: string; expires_at: string }
type Session = { id: string; provider_id: string }
type Collection = { status?: string; payment_sessions?: Session[] }
type Payment = {
  status: string
  token: string | null
  amount: string | null
  received_amount: string | null
}
type Subject = {
  payment_collection?: Collection | null
  payment_collections?: Collection[] | null
  payment_status?: string
  status?: string
  completed_at?: string | null
}

/**
 * @returns null where the payment has no page for this shopper
 * @throws when Medusa does not answer, or refuses for now
 */
export async function createPageLink(
  subject: { cart_id: string } | { session_id: string }
): Promise<PageLink | null> {
  return sdk.client
    .fetch<{ page_link: PageLink }>("/store/onchain/page-links", {
      method: "POST",
      body: subject,
      headers: { ...(await getAuthHeaders()) },
      cache: "no-store",
    })
    .then(({ page_link }) => page_link)
    .catch((error) => {
      if (error?.status === 404) return null
      throw error
    })
}

const MEDUSA_URL = (process.env.NEXT_PUBLIC_MEDUSA_BACKEND_URL ?? "http://localhost:9000").replace(/\\/+$/, "")

/** Address of the payment page, which Medusa serves. */
export const pageUrl = (token: string) => \`\${MEDUSA_URL}/onchain/pay/\${token}\`

/** A script that Medusa serves. */
export const scriptUrl = (name: string) => \`\${MEDUSA_URL}/onchain/checkout/\${name}.js\`

/** The link of an order or cart: a new one for a signed-in customer, else the one in the cookie. */
export async function findPageUrl(id: string): Promise<string | null> {
  const headers: Record<string, string> = { ...(await getAuthHeaders()) }
  const session = headers.authorization ? sessionOf(await retrieveSubject(id, headers)) : undefined
  const link = session && (await createPageLink({ session_id: session.id }).catch(() => null))
  const token = link?.token ?? (await readToken(id))
  return token ? pageUrl(token) : null
}

export async function readToken(id: string): Promise<string | undefined> {
  return (await cookies()).get(linkCookie(id))?.value
}

export async function keepToken(id: string, token: string, expiresAt?: string) {
  const days = 30
  const expires = expiresAt ? new Date(expiresAt) : new Date(Date.now() + days * 86_400_000)
  ;(await cookies()).set(linkCookie(id), token, { ...cookieOptions(), expires })
}

/** Lax, because the payment page the shopper returns from may be on another site. */
const cookieOptions = () => ({
  httpOnly: true,
  sameSite: "lax" as const,
  secure: process.env.NODE_ENV === "production",
  path: "/",
})

export async function rememberOrder(countryCode: string, orderId: string, cartId: string) {
  const value = \`\${countryCode}/\${orderId}/\${cartId}\`
  ;(await cookies()).set(LAST_ORDER, value, { ...cookieOptions(), maxAge: LAST_ORDER_SECONDS })
}

/**
 * The browser's Back button: the cart is an order now, so show its page instead of a 404. A checkout whose
 * address names the cart still finds the completed cart.
 */
export async function redirectToOnchainOrder(cart?: { id: string } | null) {
  const [countryCode = "", orderId, cartId] =
    (await cookies()).get(LAST_ORDER)?.value.split("/") ?? []
  if (orderId && (!cart || cart.id === cartId)) redirect(orderPath(countryCode, orderId))
}

export const isCart = (id: string) => id.startsWith("cart_")

/** @returns null for an order or a cart that is not paid on-chain, and for one that does not exist */
export async function retrieveOnchainState(id: string): Promise<OnchainState | null> {
  const headers: Record<string, string> = { ...(await getAuthHeaders()) }
  const subject = await retrieveSubject(id, headers)
  const session = sessionOf(subject)
  if (!subject || !session) return null

  const token = await readToken(id)
  const payment = await sdk.client
    .fetch<{ payment: Payment }>(\`/store/onchain/payments/\${session.id}\`, {
      // Without the address no call to the payment provider is needed.
      query: { address: "false" },
      headers: { ...headers, ...(token ? { "x-onchain-page-token": token } : {}) },
      cache: "no-store",
    })
    .then(({ payment }) => payment)
    .catch(() => null)
  const hasPart = Boolean(payment?.received_amount && Number(payment.received_amount) > 0)
  const isPaid = payment?.status === "paid" || subject.payment_status === "captured"
  return {
    status: payment?.status ?? "unknown",
    isPaid,
    isRecorded: isPaid && !UNPAID.includes(subject.payment_status ?? ""),
    isPlaced: !isCart(id) || Boolean(subject.completed_at),
    isCancelled: subject.status === "canceled",
    canOpen: payment !== null,
    received:
      payment && hasPart ? \`\${payment.received_amount} of \${payment.amount} \${payment.token}\` : null,
  }
}

/** What is still to be paid comes first, such as the difference of an order that was changed. */
function sessionOf(subject: Subject | null): Session | undefined {
  const collections = [subject?.payment_collection, ...(subject?.payment_collections ?? [])]
  const isOver = (collection?: Collection | null) => ["completed", "canceled"].includes(collection?.status ?? "")
  return [...collections.filter((each) => !isOver(each)), ...collections.filter(isOver)]
    .flatMap((collection) => collection?.payment_sessions ?? [])
    .find(({ provider_id }) => isOnchain(provider_id))
}

async function retrieveSubject(id: string, headers: Record<string, string>): Promise<Subject | null> {
  const options = (fields: string) => ({ query: { fields }, headers, cache: "no-store" as const })
  if (isCart(id))
    return sdk.client
      .fetch<{ cart: Subject }>(
        \`/store/carts/\${encodeURIComponent(id)}\`,
        options("id,completed_at,*payment_collection.payment_sessions")
      )
      .then(({ cart }) => cart)
      .catch(() => null)
  return sdk.client
    .fetch<{ order: Subject }>(
      \`/store/orders/\${encodeURIComponent(id)}\`,
      options("id,status,payment_status,*payment_collections,*payment_collections.payment_sessions")
    )
    .then(({ order }) => order)
    .catch(() => null)
}
`
