import { formatAmount } from "../../gateway/amount"
import { positiveAmount } from "../invoices/invoice-creation"
import { requireInvoice } from "../invoices/invoice-steps"
import { beginSettlement } from "../invoices/settlement"
import type { StoredInvoice } from "../invoices/stored-invoice"
import { conflict } from "../sandbox-error"
import type { World } from "../world"
import { newTxHash, toAddress as addressOf } from "./chain-text"
import type { Payment, PaymentRequest, Transfer } from "./payment"
import { reviewReason } from "./payment-matching"

/** Decimals of an asset the catalog does not have. */
const UNKNOWN_ASSET_DECIMALS = 18

/**
 * Puts a transfer on the chain and lets the service see it.
 *
 * @throws SandboxError when the invoice does not exist, shows no address yet, or the amount is not valid
 */
export function receivePayment(world: World, invoiceId: string, request: PaymentRequest): Payment {
  const invoice = requireInvoice(world, invoiceId)
  const toAddress = invoice.receiver.address
  if (toAddress === undefined) throw conflict(`invoice ${invoiceId} has no address yet: wait for one block`)
  const transfer = toTransfer(world, invoice, request)
  const baseUnits = positiveAmount(transfer.amount, decimalsOf(world, transfer))
  const reason = reviewReason(transfer, invoice)
  const payment: Payment = {
    ...transfer,
    txHash: newTxHash(transfer.chain, world.identifiers),
    invoiceId,
    fromAddress: request.fromAddress ?? addressOf(transfer.chain, world.identifiers.bytes("sender")),
    toAddress,
    at: new Date(world.clock.now()).toISOString(),
    ...(reason ? { outcome: "review", reason } : { outcome: "accepted" }),
  }
  world.payments.push(payment)
  if (!reason) credit(world, invoice, baseUnits, payment.txHash)
  return payment
}

function credit(world: World, invoice: StoredInvoice, baseUnits: bigint, txHash: string): void {
  invoice.receivedBaseUnits += baseUnits
  const isComplete = invoice.receivedBaseUnits >= invoice.amountBaseUnits
  if (isComplete && !invoice.completion) beginSettlement(world, invoice, txHash)
}

function toTransfer(world: World, invoice: StoredInvoice, request: PaymentRequest): Transfer {
  const chain = request.chain ?? invoice.rail.chain
  const networkId = request.networkId ?? invoice.rail.networkId
  const token = request.token ?? invoice.asset.token
  return {
    chain,
    networkId,
    token,
    canonicalAssetId: request.canonicalAssetId ?? world.catalog.findToken(networkId, token)?.canonicalAssetId,
    amount: request.amount ?? outstandingAmount(invoice),
    memo: request.memo === undefined ? (invoice.receiver.memoId ?? null) : request.memo,
  }
}

/** What is missing, or the whole amount when nothing is. Decimal in token units. */
export function outstandingAmount({ amountBaseUnits, receivedBaseUnits, asset }: StoredInvoice): string {
  const missing = amountBaseUnits - receivedBaseUnits
  return formatAmount(missing > 0n ? missing : amountBaseUnits, asset.decimals)
}

function decimalsOf({ catalog }: World, { networkId, token }: Transfer): number {
  return catalog.findToken(networkId, token)?.decimals ?? UNKNOWN_ASSET_DECIMALS
}
