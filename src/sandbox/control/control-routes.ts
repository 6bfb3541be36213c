import { Hono } from "hono"
import { z } from "zod"
import { changeSettings } from "../business"
import { depositToContract, failNextRefund } from "../deposits/deposit-operations"
import { parseFault } from "../faults/fault"
import { controlError } from "../http/reply"
import { readControlBody } from "../http/request-body"
import { intentToContract } from "../intents/intent-operations"
import { invoiceToContract, takeStep } from "../invoices/invoice-operations"
import { nextSettlingBlockAtMs, reorgInvoice } from "../invoices/settlement"
import { type InvoiceTrigger, isAwaitingBlocks } from "../invoices/stored-invoice"
import { ledgerRows } from "../ledger/ledger-operations"
import { type Payment, paymentRequestSchema } from "../payments/payment"
import { receivePayment, receiveTransfer } from "../payments/receive-transfer"
import { transferRequestSchema } from "../payments/transfer"
import type { SandboxControl } from "../sandbox"
import { parseInput } from "../sandbox-error"
import { failWithdrawal, withdrawalToContract } from "../withdrawals/withdrawal-progress"
import type { WorldHost } from "../world"

/** Looks up the world per call: a reset replaces it. */
export function createControl(host: WorldHost): SandboxControl {
  const world = () => host.current()
  const idle = () => world().webhooks.idle()
  const step = (trigger: InvoiceTrigger) => async (invoiceId: string) => {
    takeStep(world(), world().invoices.get(invoiceId), trigger)
    await idle()
  }
  return {
    setWebhook: (address) => host.setWebhook(address),
    reset: ({ seed } = {}) => host.reset(seed),
    async advance(ms) {
      if (!Number.isSafeInteger(ms) || ms < 0)
        throw new RangeError("advance: ms must be a whole number from 0")
      await host.advanceTo((nowMs) => nowMs + ms)
    },
    now: () => world().clock.now(),
    async pay(invoiceId, request = {}) {
      const { txHash, outcome, reason } = receivePayment(world(), invoiceId, request)
      await idle()
      return reason ? { txHash, outcome, reason } : { txHash, outcome }
    },
    async transfer(request) {
      const payment: Payment = receiveTransfer(world(), request)
      await idle()
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
      await idle()
    },
    expire: step("expired"),
    cancel: step("cancelled"),
    fail: step("failed"),
    failRefund: (depositId) => failNextRefund(world(), depositId),
    rejectDestination: (address) => void world().withdrawals.rejectedAddresses.add(address),
    requireMemo: (address) => void world().withdrawals.memoAddresses.add(address),
    async failWithdrawal(withdrawalId) {
      failWithdrawal(world(), withdrawalId)
      await idle()
    },
    settings: () => ({ ...world().business }),
    changeSettings: (settings) => ({ ...changeSettings(world(), settings) }),
    fault: (fault) => world().faults.add(parseFault(fault)),
    clearFaults: () => world().faults.clear(),
    redeliver: (deliveryId, options = {}) => world().webhooks.redeliver(deliveryId, options),
    customers: () => structuredClone([...world().customers.all()]),
    invoices: () =>
      world()
        .invoices.all()
        .map((invoice) => ({
          ...invoiceToContract(invoice, "with_progress"),
          customerId: invoice.customerId,
        })),
    intents: () => world().intents.all().map(intentToContract),
    payments: () => structuredClone(world().payments),
    deposits: () =>
      world()
        .deposits.all()
        .map((deposit) => depositToContract(world(), deposit)),
    withdrawals: () => world().withdrawals.all().map(withdrawalToContract),
    ledger: () => ledgerRows(world()),
    requests: () => structuredClone(world().requests),
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
    flush: idle,
  }
}

const READS = [
  "state",
  "settings",
  "customers",
  "invoices",
  "intents",
  "payments",
  "deposits",
  "withdrawals",
  "ledger",
  "requests",
  "deliveries",
] as const satisfies (keyof SandboxControl)[]

const url = z.url({ protocol: /^https?$/ })
const text = z.string().min(1)
const redeliverySchema = z.strictObject({
  deliveryId: text,
  times: z.number().int().min(1).max(1000).optional(),
  parallel: z.boolean().optional(),
})

/** The controls over HTTP, for tests and programs in another process. */
export function controlRoutes(control: SandboxControl): Hono {
  const routes = new Hono()
  routes.onError(controlError)

  function post<T extends z.ZodType>(path: string, schema: T, run: (body: z.output<T>) => unknown): void {
    routes.post(path, async (context) => {
      const result = await run(parseInput(schema, await readControlBody(context)))
      return context.json(result ?? { ok: true })
    })
  }
  post("/reset", z.strictObject({ seed: text.optional() }), (body) => control.reset(body))
  post("/advance", z.strictObject({ ms: z.number().int().nonnegative() }), async ({ ms }) => {
    await control.advance(ms)
    return { now: control.state().now }
  })
  post("/pay", paymentRequestSchema.extend({ invoiceId: text }), ({ invoiceId, ...request }) =>
    control.pay(invoiceId, request)
  )
  post("/transfer", transferRequestSchema, (request) => control.transfer(request))
  for (const name of ["reorg", "settle", "expire", "cancel", "fail"] as const)
    post(`/${name}`, z.strictObject({ invoiceId: text }), ({ invoiceId }) => control[name](invoiceId))
  post("/fail-refund", z.strictObject({ depositId: text }), ({ depositId }) => control.failRefund(depositId))
  post("/fail-withdrawal", z.strictObject({ withdrawalId: text }), ({ withdrawalId }) =>
    control.failWithdrawal(withdrawalId)
  )
  const address = z.strictObject({ address: text })
  post("/reject-destination", address, ({ address }) => control.rejectDestination(address))
  post("/require-memo", address, ({ address }) => control.requireMemo(address))
  post("/settings", z.record(z.string(), z.unknown()), (settings) => control.changeSettings(settings))
  post("/clear-faults", z.strictObject({}), () => control.clearFaults())
  post("/flush", z.strictObject({}), () => control.flush())
  post("/webhook", z.strictObject({ url: url.nullable(), secret: text.optional() }), ({ url, secret }) =>
    control.setWebhook(url === null ? null : { url, secret })
  )
  post("/redeliver", redeliverySchema, async ({ deliveryId, ...options }) => ({
    statuses: await control.redeliver(deliveryId, options),
  }))
  post("/fault", z.unknown(), (fault) => control.fault(parseFault(fault)))

  for (const name of READS) routes.get(`/${name}`, (context) => context.json(control[name]()))
  return routes
}
