import { parseFault } from "../faults/fault"
import { requireInvoice, takeStep } from "../invoices/invoice-steps"
import { invoiceToContract } from "../invoices/invoice-view"
import type { InvoiceTrigger } from "../invoices/lifecycle"
import { nextSettlingBlockAtMs } from "../invoices/settlement"
import { isAwaitingBlocks } from "../invoices/stored-invoice"
import { receivePayment } from "../payments/payment-intake"
import type { SandboxControl } from "../sandbox"
import type { WorldHost } from "../world-host"

/** Creates the controls of the world that is current when they are used. */
export function createControl(host: WorldHost): SandboxControl {
  const world = () => host.current()

  async function step(invoiceId: string, trigger: InvoiceTrigger): Promise<void> {
    takeStep(world(), requireInvoice(world(), invoiceId), trigger)
    await world().webhooks.idle()
  }

  return {
    setWebhook: (address) => host.setWebhook(address),
    reset: ({ seed } = {}) => host.reset(seed),
    async advance(ms) {
      if (!Number.isSafeInteger(ms) || ms < 0) throw new RangeError("advance: ms is a whole number from 0")
      await host.advanceTo((nowMs) => nowMs + ms)
    },
    now: () => world().clock.now(),
    async pay(invoiceId, request = {}) {
      const { txHash, outcome, reason } = receivePayment(world(), invoiceId, request)
      await world().webhooks.idle()
      return reason ? { txHash, outcome, reason } : { txHash, outcome }
    },
    async settle(invoiceId) {
      const invoice = requireInvoice(world(), invoiceId)
      do {
        const blockAtMs = nextSettlingBlockAtMs(world(), invoice)
        await host.advanceTo(() => blockAtMs)
      } while (isAwaitingBlocks(invoice))
    },
    expire: (invoiceId) => step(invoiceId, "expired"),
    cancel: (invoiceId) => step(invoiceId, "cancelled"),
    fail: (invoiceId) => step(invoiceId, "failed"),
    fault: (fault) => world().faults.add(parseFault(fault)),
    clearFaults: () => world().faults.clear(),
    redeliver: (deliveryId, options = {}) => world().webhooks.redeliver(deliveryId, options),
    invoices: () => {
      const { invoices, assumptions } = world()
      return invoices.all().map((invoice) => invoiceToContract(invoice, "with_progress", assumptions))
    },
    payments: () => world().payments.map((payment) => ({ ...payment })),
    requests: () => world().requests.map((entry) => ({ ...entry })),
    deliveries: () => world().webhooks.deliveries(),
    state: () => ({
      now: new Date(world().clock.now()).toISOString(),
      clock: host.clockMode,
      seed: world().seed,
      businessId: world().credentials.businessId,
      webhookUrl: host.webhookTarget()?.url ?? null,
      invoices: world().invoices.all().length,
      payments: world().payments.length,
      requests: world().requests.length,
      deliveries: world().webhooks.count(),
      faults: world().faults.pending(),
    }),
    flush: () => world().webhooks.idle(),
  }
}
