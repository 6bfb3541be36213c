import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { isSettledStatus } from "../../domain/payment/payment-lifecycle"
import { isImplausible } from "../../domain/payment/received-amount"
import { isAssignedTo } from "../../domain/payment/settlement"
import { GatewayError } from "../../gateway/client/errors"
import type { Invoice } from "../../gateway/contract"
import type { PaymentRow } from "../../modules/onchain/payment/payment-row"

export type Adoption =
  | { kind: "payment"; paymentId: string; attemptId: string }
  /** The note says why there is nothing to do. */
  | { kind: "none"; note: string }
  /** Not known here; its own creation may still be in progress. */
  | { kind: "unknown" }

/**
 * Finds the payment of an invoice that the service made from a deposit, and ties them together.
 *
 * The canonical invoice decides: it has to be attached to an intent, and name a session of ours. In review it
 * does neither, and it is announced again once it was assigned.
 *
 * @throws GatewayError when the invoice cannot be read now
 */
export async function adoptDepositInvoice(container: MedusaContainer, invoiceId: string): Promise<Adoption> {
  const { payments, intents, unassignedDeposits } = container.resolve("onchain")
  const invoice = await fetchInvoice(container, invoiceId)
  if (!invoice) return { kind: "unknown" }
  const { autoDepositAssignmentStatus: status, externalOrderId } = invoice
  if (status === undefined && externalOrderId === undefined) {
    const isOurs = await unassignedDeposits.note(invoice)
    return isOurs
      ? { kind: "none", note: "a deposit to a customer's address that the gateway does not assign" }
      : { kind: "unknown" }
  }
  const payment = externalOrderId ? await payments.find({ external_order_id: externalOrderId }) : undefined
  if (payment?.kind !== "auto_deposit")
    return { kind: "none", note: "a deposit for no session of this store" }
  if (!isAssignedTo(invoice, payment.external_order_id))
    return { kind: "none", note: `a deposit in review: ${status ?? "no assignment status"}` }
  const isSettled = isSettledStatus(invoice.status)
  if (await intents.bindInvoice(payment, invoice.id, isSettled))
    return { kind: "payment", paymentId: payment.id, attemptId: payment.attempt_id }
  return oweExtra(container, payment, invoice)
}

/** The payment has an invoice already, so this money is a surplus. */
async function oweExtra(
  container: MedusaContainer,
  payment: PaymentRow,
  invoice: Invoice
): Promise<Adoption> {
  if (!isSettledStatus(invoice.status)) return { kind: "none", note: "a further deposit, not settled yet" }
  const { amount: expected, receivedAmount: reported } = invoice
  const isAbsurd =
    reported !== undefined && isImplausible({ expected, received: reported, decimals: payment.decimals })
  // The documented amount; an implausible reported one owes nothing.
  const tokenAmount = isAbsurd ? expected : (reported ?? expected)
  const { refunds } = container.resolve("onchain")
  if (await refunds.oweExtra(payment, { invoiceId: invoice.id, tokenAmount })) {
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(`onchain: payment ${payment.id} was paid again with invoice ${invoice.id}; it is owed back`)
  }
  return { kind: "none", note: "a further deposit for a payment that has its money; it is owed back" }
}

async function fetchInvoice(container: MedusaContainer, invoiceId: string): Promise<Invoice | null> {
  try {
    return await container.resolve("onchain").gateway.getInvoice(invoiceId)
  } catch (error) {
    if (error instanceof GatewayError && error.code === "NOT_FOUND") return null
    throw error
  }
}
