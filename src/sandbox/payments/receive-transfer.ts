import { formatAmount } from "../../gateway/amount"
import type { CatalogToken } from "../catalog/catalog"
import { findAddress } from "../customers/customer-operations"
import { observeDeposit } from "../deposits/deposit-arrival"
import { creditInvoice } from "../invoices/settlement"
import { isAwaitingBlocks, type StoredInvoice } from "../invoices/stored-invoice"
import { conflict, invalid } from "../sandbox-error"
import type { World } from "../world"
import type { Payment, PaymentRequest, ReviewReason } from "./payment"
import { makeTransfer, moveIn, type Transfer, type TransferRequest } from "./transfer"

type Arrival = Pick<Payment, "outcome" | "reason" | "invoiceId" | "depositId" | "customerId">

/**
 * Puts a transfer on the chain and shows it to the service.
 *
 * @param meantForInvoiceId recorded when the transfer reaches no invoice
 * @throws SandboxError for an unowned address, an unknown network or an invalid amount
 */
export function receiveTransfer(world: World, request: TransferRequest, meantForInvoiceId?: string): Payment {
  const transfer = makeTransfer(world, request)
  const arrival = arrive(world, transfer, routeTransfer(world, transfer))
  const { asset, amountBaseUnits, memo, txHash, operationIndex, fromAddress, toAddress } = transfer
  const { chain, networkId, token, canonicalAssetId, decimals } = asset
  const payment: Payment = {
    ...{ chain, networkId, token, canonicalAssetId, amount: formatAmount(amountBaseUnits, decimals), memo },
    ...{ txHash, operationIndex, fromAddress, toAddress, at: new Date(world.clock.now()).toISOString() },
    invoiceId: meantForInvoiceId,
    ...arrival,
  }
  world.payments.push(payment)
  return payment
}

function arrive(world: World, transfer: Transfer, route: Route): Arrival {
  switch (route.kind) {
    case "invoice": {
      const invoiceReason = world.business.reviewsInvoiceMoney ? reviewReason(transfer, route.invoice) : null
      if (invoiceReason) {
        const { id: invoiceId, customerId } = route.invoice
        const depositId = observeDeposit(world, transfer, { customerId })
        return { outcome: "review", reason: invoiceReason, invoiceId, depositId }
      }
      const reason = payInvoice(world, transfer, route.invoice)
      const invoiceId = route.invoice.id
      return reason ? { outcome: "review", reason, invoiceId } : { outcome: "accepted", invoiceId }
    }
    case "deposit": {
      const { customerId, reason } = route
      const depositId = observeDeposit(world, transfer, route)
      return { outcome: reason ? "review" : "deposit", reason, depositId, customerId }
    }
    case "unwatched": {
      const { customerId, reason } = route
      moveIn(world, transfer, { to: "recovery", reason, reference: customerId })
      return { outcome: "review", reason, customerId }
    }
  }
}

type Route =
  | { kind: "invoice"; invoice: StoredInvoice }
  /** `customerId` is undefined, and `reason` set, where the treasury was paid without a known memo. */
  | { kind: "deposit"; customerId?: string; namedIntentId?: string; reason?: ReviewReason }
  /** At a customer's address, on a network that is not watched. */
  | { kind: "unwatched"; customerId: string; reason: ReviewReason }

/**
 * Finds the owner of a transfer by address and memo, whatever the sender intended.
 *
 * @throws SandboxError for an unowned address: the service does not see it
 */
function routeTransfer(world: World, transfer: Transfer): Route {
  const owner = world.receivers.ownerOfAddress(transfer.toAddress)
  switch (owner?.kind) {
    case "invoice":
      return { kind: "invoice", invoice: world.invoices.get(owner.invoiceId) }
    case "customer":
      return routeToCustomer(world, owner.customerId, transfer)
    case "treasury":
      return routeByMemo(world, transfer.memo)
    case undefined:
      throw invalid({ field: "toAddress", message: `${transfer.toAddress} belongs to nobody here` })
  }
}

function routeToCustomer(world: World, customerId: string, { asset }: Transfer): Route {
  const customer = world.customers.get(customerId)
  if (findAddress(customer, asset.networkId)) return { kind: "deposit", customerId }
  const isOfChain = customer.addresses.some(({ chain }) => chain === asset.chain)
  return { kind: "unwatched", customerId, reason: isOfChain ? "wrong_network" : "wrong_chain" }
}

function routeByMemo(world: World, memo: string | null): Route {
  if (memo === null) return { kind: "deposit", reason: "missing_memo" }
  const owner = world.receivers.ownerOfMemo(memo)
  if (!owner) return { kind: "deposit", reason: "wrong_memo" }
  if (owner.kind === "invoice") return { kind: "invoice", invoice: world.invoices.get(owner.invoiceId) }
  const { customerId, id } = world.intents.get(owner.intentId)
  return { kind: "deposit", customerId, namedIntentId: id }
}

/** Credits a transfer to its invoice, or moves it to recovery. @returns why it does not count, or null */
function payInvoice(world: World, transfer: Transfer, invoice: StoredInvoice): ReviewReason | null {
  const reason = reviewReason(transfer, invoice)
  if (reason) {
    moveIn(world, transfer, { to: "recovery", reason, reference: invoice.id })
    return reason
  }
  moveIn(world, transfer, { to: "awaiting", reason: "payment_received", reference: invoice.id })
  creditInvoice(world, invoice, transfer)
  return null
}

/** Why a transfer is no valid payment of its invoice; null when it is one. @see service-interface "Token matching rules" */
function reviewReason({ asset }: Transfer, invoice: StoredInvoice): ReviewReason | null {
  if (asset.chain !== invoice.rail.chain) return "wrong_chain"
  if (asset.networkId !== invoice.rail.networkId) return "wrong_network"
  const assetReason = assetMismatch(asset, invoice.asset)
  if (assetReason) return assetReason
  return invoice.status === "pending" || isAwaitingBlocks(invoice) ? null : "invoice_not_payable"
}

/** A canonical id overrides the symbol. */
function assetMismatch(sent: CatalogToken, expected: CatalogToken): ReviewReason | null {
  if (expected.canonicalAssetId === undefined) return sent.token === expected.token ? null : "wrong_asset"
  if (sent.canonicalAssetId === expected.canonicalAssetId) return null
  return sent.token === expected.token ? "wrong_issuer" : "wrong_asset"
}

/**
 * Sends the invoice amount, unless `request` says otherwise; the chain decides what it does.
 *
 * @throws SandboxError for an unknown invoice, one without an address yet, or an invalid amount
 */
export function receivePayment(world: World, invoiceId: string, request: PaymentRequest): Payment {
  const invoice = world.invoices.get(invoiceId)
  const { receiver, rail, asset } = invoice
  if (receiver.address === undefined) {
    throw conflict(`invoice ${invoiceId} has no address yet: wait for one block`)
  }
  const { chain = rail.chain, networkId = rail.networkId, token = asset.token } = request
  const { amount = outstandingAmount(invoice), memo = receiver.memoId, fromAddress } = request
  const canonicalAssetId =
    request.canonicalAssetId ?? world.catalog.findToken(networkId, token)?.canonicalAssetId
  const transfer = {
    ...{ toAddress: receiver.address, chain, networkId, token, canonicalAssetId, amount, memo, fromAddress },
  }
  return receiveTransfer(world, transfer, invoiceId)
}

/** The missing amount, or the whole one when nothing is missing. Decimal in token units. */
export function outstandingAmount({ amountBaseUnits, receivedBaseUnits, asset }: StoredInvoice): string {
  const missing = amountBaseUnits - receivedBaseUnits
  return formatAmount(missing > 0n ? missing : amountBaseUnits, asset.decimals)
}
