import { formatAmount } from "../../gateway/amount"
import { requireInvoice } from "../invoices/invoice-steps"
import type { StoredInvoice } from "../invoices/stored-invoice"
import { conflict } from "../sandbox-error"
import type { World } from "../world"
import type { Payment, PaymentRequest } from "./payment"
import { receiveTransfer } from "./receive-transfer"

/**
 * Sends what an invoice asks for, except where `request` says otherwise. What that does is up to the chain.
 *
 * @throws SandboxError when the invoice does not exist, shows no address yet, or the amount is not valid
 */
export function receivePayment(world: World, invoiceId: string, request: PaymentRequest): Payment {
  const invoice = requireInvoice(world, invoiceId)
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

/** What is missing, or the whole amount when nothing is. Decimal in token units. */
export function outstandingAmount({ amountBaseUnits, receivedBaseUnits, asset }: StoredInvoice): string {
  const missing = amountBaseUnits - receivedBaseUnits
  return formatAmount(missing > 0n ? missing : amountBaseUnits, asset.decimals)
}
