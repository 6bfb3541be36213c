import { formatAmount } from "../../gateway/amount"
import { observeDeposit } from "../deposits/deposit-arrival"
import type { World } from "../world"
import { moveIn } from "./arriving-money"
import { payInvoice } from "./invoice-payment"
import type { Payment } from "./payment"
import { reviewReason } from "./payment-matching"
import { routeTransfer, type Route } from "./routing"
import { makeTransfer, type Transfer, type TransferRequest } from "./transfer"

/** What the service made of a transfer. */
type Arrival = Pick<Payment, "outcome" | "reason" | "invoiceId" | "depositId" | "customerId">

/**
 * Puts a transfer on the chain and lets the service see it.
 *
 * @param meantForInvoiceId recorded where the transfer reaches no invoice
 * @throws SandboxError for an address that is nobody's, an unknown network or an amount that is not valid
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
