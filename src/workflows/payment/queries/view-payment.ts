import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "zod"
import { isInReview, isSameAddress, type KnownMoney } from "../../../domain/payment/invoice-reading"
import { findMisfit, isPaidOtherwise as isPaid } from "../../../domain/payment/settlement"
import { pageLinkState } from "../../../domain/payment/payment-page"
import { canPayAnew } from "../../../domain/payment/payment-status"
import { isReusableAddressChain } from "../../../domain/payment/rails"
import { hasUnsettledMoney } from "../../../domain/payment/received-amount"
import { GatewayError } from "../../../gateway/client/errors"
import { isAddressRefusal } from "../../../modules/onchain/payment/address-book"
import { type AnyPayment, isChosen, type PaymentRow } from "../../../modules/onchain/payment/payment-row"
import { reasonOf } from "../../../modules/onchain/work/audit-log"
import { inTime } from "../../../modules/onchain/work/claim"
import type { OnchainPaymentView } from "../../../types/http"
import { findPageOwner, type PageOwner } from "../create-page-link"
import {
  confirmSession,
  findOrderOfPayment,
  isCancelled,
  loadDue,
  loadOrder,
  readRows,
  withId,
} from "../order-record"
import { type AddressSource, isPayable, payerStatus, paymentToView, unchosenToView } from "./payment-to-view"

/** A page that waits for its address calls the gateway at most this often. */
const ADDRESS_POLL_MS = 2_000

/**
 * What is read, and by whom: a page by its link, or a payment by its session with the login of its customer
 * or a link of its cart or order. `isDisplay` is false for a page that only checks whether it is outdated.
 */
export type PaymentViewer = {
  /** Absent for the hosted page, which shows what its link leads to. */
  session_id?: string
  /** Of the request's login, if any. */
  customer_id: string | null
  /** Hash of the request's token; null without a valid one. */
  token_hash: string | null
  isDisplay: boolean
}

/**
 * Finds a payment for its payer. For others it does not exist, and neither does a link that is unknown, expired or revoked: the
 * answer is the same. A customer's own address is confirmed by the service before it is shown; a page that polls shows none and
 * costs no gateway call.
 *
 * @throws MedusaError `not_found`
 */
export async function viewPayment(
  container: MedusaContainer,
  input: PaymentViewer
): Promise<OnchainPaymentView> {
  const view = await readPayment(container, input)
  const { currency_code, fiat_amount, order_outstanding } = view
  const fiat = await container.resolve("onchain").currencies.shown([currency_code])
  return {
    ...view,
    session_id: input.session_id ?? view.session_id,
    fiat_amount: fiat(fiat_amount, currency_code),
    order_outstanding: order_outstanding && fiat(order_outstanding, currency_code),
  }
}

/** As {@link viewPayment}, with the exact amounts that a quote is computed from. */
export async function readPayment(
  container: MedusaContainer,
  input: PaymentViewer
): Promise<OnchainPaymentView> {
  const onchain = container.resolve("onchain")
  const nowMs = onchain.clock()
  const { payment: found, owner } = await findVisible(container, input, nowMs)
  const { environment, explorers, x402 } = onchain.options
  const isOrderCancelled = owner?.isOrderCancelled ?? false
  const closed =
    isOrderCancelled && found.order_closed_at === null ? { order_closed_at: new Date(nowMs) } : {}
  const known = await onchain.payments.knownMoney(found.id)
  // Of any attempt: its transfer may still arrive, whatever the payer chooses now.
  const isSigned = x402 !== undefined && (await onchain.authorizations.mayPay(found.id, nowMs))
  const isOfEarlierOwner = isOfAnother(found, owner)
  const orderOutstanding = isChosen(found) ? await findAppliedOrder(container, found) : null
  const due = orderOutstanding === null ? await loadDue(container, found, owner) : null
  const isOutdated = isChosen(found) && canBeOutdated(found, known) && due !== null && !due.isAsked
  const isToChoose = isChosen(found) && isOfEarlierOwner && canPayAnew(found.state)
  if (!isChosen(found) || isOutdated || isToChoose) {
    const cover = await onchain.collectionAmounts.ofSession(found.session_id)
    const isPaidOtherwise = cover === null || findMisfit(cover, "placed") !== null || isPaid(cover)
    const fiat_amount = due?.amount ?? found.session_fiat_amount
    return unchosenToView(
      { ...found, fiat_amount, ...closed },
      { environment, isPaidOtherwise, known, isSigned }
    )
  }
  const stored = { ...(await onchain.intents.followUp(found)), ...closed }
  const payment = await pollForAddress(container, stored, nowMs)
  const status = payerStatus(payment, { nowMs, orderOutstanding, known })
  const isReusable = payment.kind === "auto_deposit" && isReusableAddressChain(payment.chain)
  const isAsked = !isOfEarlierOwner && input.isDisplay && isPayable(status)
  const source: AddressSource =
    isReusable && isAsked
      ? await confirmAddress(container, payment)
      : { kind: isReusable || isOfEarlierOwner ? "unasked" : "row" }
  const networkName = await onchain.networkNames.load()
  const money = { orderOutstanding, known, isSigned }
  const view = paymentToView(payment, {
    ...{ environment, explorers, x402, nowMs, source, networkName },
    ...money,
  })
  if (!isOfEarlierOwner) return view
  const explorer = { tx_url: null, address_url: null }
  const hidden = { deposit_address: null, memo: null, tx_hash: null, claimed_tx_hash: null, transactions: [] }
  return { ...view, ...hidden, explorer }
}

/** Whether an attempt ends when its order owes another amount: nothing has arrived for it that the payer or an operator waits for. */
function canBeOutdated(payment: PaymentRow, known: KnownMoney): boolean {
  return canPayAnew(payment.state) && !hasUnsettledMoney(payment) && !isInReview(known)
}

/** An account's address, memo and transaction are its own, also where its order went to another customer since. */
export function isOfAnother(payment: AnyPayment, owner: PageOwner | undefined): boolean {
  return payment.customer_id !== null && owner !== undefined && payment.customer_id !== owner.customer_id
}

/** What the order of a payment still owes, where a person has applied money to it; else null. */
async function findAppliedOrder(container: MedusaContainer, payment: PaymentRow): Promise<string | null> {
  if (!(await container.resolve("onchain").resolutions.isOrderPaidByApplied(payment))) return null
  const orderId = await findOrderOfPayment(container, payment)
  const order = orderId === null ? null : await loadOrder(container, orderId)
  return order && !isCancelled(order) ? order.outstanding : null
}

/**
 * The payment that a viewer may see, by one rule for everything done with it. `owner` is undefined when its cart and order are gone.
 *
 * @throws MedusaError `not_found`
 */
export async function findVisible(
  container: MedusaContainer,
  viewer: PaymentViewer,
  nowMs: number
): Promise<{ payment: AnyPayment; owner: PageOwner | undefined }> {
  const byLink = await openLink(container, viewer.token_hash, nowMs)
  const onchain = container.resolve("onchain")
  const { payments } = onchain
  if (viewer.session_id === undefined) {
    const shown = byLink && (await payments.findShown([byLink.collectionId]))
    const payment = shown && (await confirmSession(container, shown, { ifAnnounced: true }))
    if (!byLink || !payment || !onchain.isOfThisAccount(payment)) throw nothingThere()
    return { payment, owner: byLink.owner }
  }
  const payment = await findOfSession(container, viewer.session_id)
  if (!payment || !onchain.isOfThisAccount(payment)) throw nothingThere()
  const isLinked = byLink !== null && byLink.collectionId === payment.collection_id
  const owner = isLinked
    ? byLink.owner
    : payment.collection_id === null
      ? undefined
      : await findPageOwner(container, payment.collection_id)
  const isOwn = viewer.customer_id !== null && viewer.customer_id === (owner ?? payment).customer_id
  if (!(isLinked || isOwn)) throw nothingThere()
  return { payment, owner }
}

const sessionOf = z.object({
  payment_collection: withId.extend({ order: z.object({ payment_collections: z.array(withId) }).nullish() }),
})

/**
 * The payment that a session shows: its own, or what the order is paid with. A session of applied money or of another provider
 * has no payment of its own, and one that was replaced before any money came says nothing of its order.
 */
async function findOfSession(container: MedusaContainer, sessionId: string): Promise<AnyPayment | undefined> {
  const { payments } = container.resolve("onchain")
  const stored = await payments.findAny({ session_id: sessionId })
  if (stored) {
    const own = await confirmSession(container, stored, { ifAnnounced: true })
    if (own.abandoned_at === null || own.collection_id === null || hasMoney(own)) return own
    if (isInReview(await payments.knownMoney(own.id))) return own
    const owner = await findPageOwner(container, own.collection_id)
    return owner?.isOrderPlaced ? payments.findShown([own.collection_id]) : own
  }
  const [session] = await readRows(container, "payment_session", sessionOf, { id: sessionId })
  if (!session) return undefined
  const { id, order } = session.payment_collection
  return (
    (await payments.findShown([id])) ??
    payments.findShown((order?.payment_collections ?? []).map((collection) => collection.id))
  )
}

/** Its own money says what became of it. */
function hasMoney({ state }: AnyPayment): boolean {
  return state === "confirming" || state === "settled" || state === "captured" || state === "unallocated"
}

/** @returns what a link leads to, or null when it opens nothing any more */
async function openLink(
  container: MedusaContainer,
  tokenHash: string | null,
  nowMs: number
): Promise<{ collectionId: string; owner: PageOwner } | null> {
  const { pageLinks } = container.resolve("onchain")
  const link = tokenHash === null ? undefined : await pageLinks.find(tokenHash)
  if (!link) return null
  const owner = await findPageOwner(container, link.collection_id)
  const state = pageLinkState(link, owner, nowMs)
  if (state === "customer_changed" && owner)
    await pageLinks.revokeOthers(link.collection_id, owner.customer_id)
  return state === "open" && owner ? { collectionId: link.collection_id, owner } : null
}

/** Whether a page link that still opens its page leads to one of these payment collections. */
export async function isLinkOf(
  container: MedusaContainer,
  tokenHash: string | null,
  collectionIds: readonly string[]
): Promise<boolean> {
  const link = await openLink(container, tokenHash, container.resolve("onchain").clock())
  return link !== null && collectionIds.includes(link.collectionId)
}

function nothingThere(): MedusaError {
  return new MedusaError(MedusaError.Types.NOT_FOUND, "There is no such payment.")
}

/**
 * Reads an address that was not ready when the invoice was opened, such as a dedicated one on Stellar. The look is claimed first, so
 * pages that poll together cost one call.
 */
async function pollForAddress(
  container: MedusaContainer,
  stored: PaymentRow,
  nowMs: number
): Promise<PaymentRow> {
  if (stored.deposit_address || stored.state !== "awaiting" || !stored.gateway_invoice_id) return stored
  if (nowMs - (stored.checked_at?.getTime() ?? 0) < ADDRESS_POLL_MS) return stored
  const onchain = container.resolve("onchain")
  if (!(await onchain.payments.claimLook(stored, onchain.clock(), ADDRESS_POLL_MS))) return stored
  try {
    const { gateway } = onchain.checkout
    return (await onchain.refreshPayment(stored, { gateway })).payment
  } catch (error) {
    // The page still shows what is known; the log has the failure.
    if (error instanceof GatewayError) return stored
    throw error
  }
}

/** After this the page says that the address cannot be confirmed, and tries again by itself. */
const PATIENCE_MS = 5_000

/** The stored address never replaces an answer. @see service-interface "Endpoints", rule 3 */
async function confirmAddress(container: MedusaContainer, payment: PaymentRow): Promise<AddressSource> {
  const { addresses, payments } = container.resolve("onchain")
  if (payment.customer_id === null || payment.address_refused_at !== null) return { kind: "refused" }
  const rail = { chain: payment.chain, networkId: payment.network_id }
  try {
    const address = await inTime(addresses.display(payment.customer_id, rail), PATIENCE_MS)
    if (address === undefined) return { kind: "refused" }
    if (payment.deposit_address !== null && !isSameAddress(payment.chain, address, payment.deposit_address)) {
      await payments.refuseAddress(payment, "changed")
      return { kind: "refused" }
    }
    if (payment.deposit_address === null) await payments.note(payment.id, { deposit_address: address })
    return { kind: "confirmed", address }
  } catch (error) {
    if (isAddressRefusal(error)) await payments.note(payment.id, { last_error: reasonOf(error) })
    else if (!(error instanceof GatewayError)) throw error
    return { kind: "refused" }
  }
}
