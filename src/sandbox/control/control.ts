import { changeSettings } from "../business"
import type { StoredCustomer } from "../customers/stored-customer"
import { depositToContract } from "../deposits/deposit-steps"
import { failNextRefund } from "../deposits/resolve-deposit"
import { parseFault } from "../faults/fault"
import { intentToContract } from "../intents/intent-operations"
import { invoiceToContract, takeStep } from "../invoices/invoice-steps"
import { nextSettlingBlockAtMs, reorgInvoice } from "../invoices/settlement"
import { isAwaitingBlocks, type InvoiceTrigger } from "../invoices/stored-invoice"
import { ledgerRows } from "../ledger/ledger-rows"
import type { Payment } from "../payments/payment"
import { receivePayment, receiveTransfer } from "../payments/receive-transfer"
import type { SandboxControl } from "../sandbox"
import { failWithdrawal, rejectDestination, requireMemo } from "../withdrawals/withdrawal-progress"
import { withdrawalToContract } from "../withdrawals/withdrawal-steps"
import type { WorldHost } from "../world-host"

/** Looks up the world per call: a reset replaces it. */
export function createControl(host: WorldHost): SandboxControl {
  const world = () => host.current()
  return {
    setWebhook: (address) => host.setWebhook(address),
    reset: ({ seed } = {}) => host.reset(seed),
    async advance(ms) {
      if (!Number.isSafeInteger(ms) || ms < 0)
        throw new RangeError("advance: ms must be a whole number from 0")
      await host.advanceTo((nowMs) => nowMs + ms)
    },
    now: () => world().clock.now(),
    ...invoiceControl(host),
    ...moneyControl(host),
    fault: (fault) => world().faults.add(parseFault(fault)),
    clearFaults: () => world().faults.clear(),
    redeliver: (deliveryId, options = {}) => world().webhooks.redeliver(deliveryId, options),
    ...records(host),
    flush: () => world().webhooks.idle(),
  }
}

function invoiceControl(host: WorldHost) {
  const world = () => host.current()

  async function step(invoiceId: string, trigger: InvoiceTrigger): Promise<void> {
    takeStep(world(), world().invoices.get(invoiceId), trigger)
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
      const invoice = world().invoices.get(invoiceId)
      do {
        const blockAtMs = nextSettlingBlockAtMs(world(), invoice)
        await host.advanceTo(() => blockAtMs)
      } while (isAwaitingBlocks(invoice))
    },
    async reorg(invoiceId) {
      reorgInvoice(world(), world().invoices.get(invoiceId))
      await world().webhooks.idle()
    },
    expire: (invoiceId) => step(invoiceId, "expired"),
    cancel: (invoiceId) => step(invoiceId, "cancelled"),
    fail: (invoiceId) => step(invoiceId, "failed"),
  } satisfies Partial<SandboxControl>
}

function moneyControl(host: WorldHost) {
  const world = () => host.current()
  return {
    failRefund: (depositId) => failNextRefund(world(), depositId),
    rejectDestination: (address) => rejectDestination(world(), address),
    requireMemo: (address) => requireMemo(world(), address),
    async failWithdrawal(withdrawalId) {
      failWithdrawal(world(), withdrawalId)
      await world().webhooks.idle()
    },
    settings: () => ({ ...world().business }),
    changeSettings: (settings) => ({ ...changeSettings(world(), settings) }),
  } satisfies Partial<SandboxControl>
}

/** Every record, as copies. */
function records(host: WorldHost) {
  const world = () => host.current()
  return {
    customers: () => world().customers.all().map(copyCustomer),
    invoices: () =>
      world()
        .invoices.all()
        .map((invoice) => invoiceToContract(invoice, "with_progress")),
    intents: () =>
      world()
        .intents.all()
        .map((intent) => intentToContract(intent)),
    payments: () => world().payments.map((payment) => ({ ...payment })),
    deposits: () =>
      [...world().deposits.newestFirst()].reverse().map((deposit) => depositToContract(world(), deposit)),
    withdrawals: () =>
      world()
        .withdrawals.all()
        .map((withdrawal) => withdrawalToContract(withdrawal)),
    ledger: () => ledgerRows(world()),
    requests: () => world().requests.map((entry) => ({ ...entry })),
    deliveries: () => world().webhooks.deliveries(),
    state: () => ({
      now: new Date(world().clock.now()).toISOString(),
      clock: host.clockMode,
      seed: world().seed,
      environment: world().credentials.environment,
      businessId: world().credentials.businessId,
      webhookUrl: host.webhookTarget()?.url ?? null,
      invoices: world().invoices.all().length,
      payments: world().payments.length,
      requests: world().requests.length,
      deliveries: world().webhooks.count(),
      faults: world().faults.pending(),
    }),
  } satisfies Partial<SandboxControl>
}

function copyCustomer({ id, externalRef, addresses }: StoredCustomer): StoredCustomer {
  return { id, externalRef, addresses: addresses.map((address) => ({ ...address })) }
}
