import { requireInvoice, takeStep } from "../invoices/invoice-steps"
import type { InvoiceTrigger } from "../invoices/lifecycle"
import { nextSettlingBlockAtMs, reorgInvoice } from "../invoices/settlement"
import { isAwaitingBlocks } from "../invoices/stored-invoice"
import type { Payment } from "../payments/payment"
import { receivePayment } from "../payments/payment-intake"
import { receiveTransfer } from "../payments/receive-transfer"
import type { SandboxControl } from "../sandbox"
import type { WorldHost } from "../world-host"

type InvoiceControl = Pick<
  SandboxControl,
  "pay" | "transfer" | "settle" | "reorg" | "expire" | "cancel" | "fail"
>

/** What happens on the chains, and to invoices. */
export function invoiceControl(host: WorldHost): InvoiceControl {
  const world = () => host.current()

  async function step(invoiceId: string, trigger: InvoiceTrigger): Promise<void> {
    takeStep(world(), requireInvoice(world(), invoiceId), trigger)
    await world().webhooks.idle()
  }

  return {
    async pay(invoiceId, request = {}) {
      const { txHash, outcome, reason } = receivePayment(world(), invoiceId, request)
      await world().webhooks.idle()
      return reason ? { txHash, outcome, reason } : { txHash, outcome }
    },
    async transfer(request) {
      const payment: Payment = receiveTransfer(world(), request)
      await world().webhooks.idle()
      return { ...payment }
    },
    async settle(invoiceId) {
      const invoice = requireInvoice(world(), invoiceId)
      do {
        const blockAtMs = nextSettlingBlockAtMs(world(), invoice)
        await host.advanceTo(() => blockAtMs)
      } while (isAwaitingBlocks(invoice))
    },
    async reorg(invoiceId) {
      reorgInvoice(world(), requireInvoice(world(), invoiceId))
      await world().webhooks.idle()
    },
    expire: (invoiceId) => step(invoiceId, "expired"),
    cancel: (invoiceId) => step(invoiceId, "cancelled"),
    fail: (invoiceId) => step(invoiceId, "failed"),
  }
}
