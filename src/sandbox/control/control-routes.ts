import { Hono } from "hono"
import { z } from "zod"
import { type BusinessSettingsInput, changeSettings } from "../business"
import { depositToContract, failNextRefund } from "../deposits/deposit-operations"
import { FACILITATOR_FATES, type FacilitatorFate } from "../facilitator/facilitator-fate"
import { type Fault, parseFault } from "../faults/fault"
import { controlError } from "../http/reply"
import { readControlBody } from "../http/request-body"
import { intentToContract } from "../intents/intent-operations"
import { invoiceToContract, takeStep } from "../invoices/invoice-operations"
import { nextSettlingBlockAtMs, reorgInvoice } from "../invoices/settlement"
import { type InvoiceTrigger, isAwaitingBlocks } from "../invoices/stored-invoice"
import { ledgerRows } from "../ledger/ledger-operations"
import { type Payment, type PaymentRequest, paymentRequestSchema } from "../payments/payment"
import { receivePayment, receiveTransfer } from "../payments/receive-transfer"
import { type TransferRequest, transferRequestSchema } from "../payments/transfer"
import { parseInput } from "../sandbox-error"
import type { WebhookAddress } from "../webhooks/delivery"
import type { Redelivery } from "../webhooks/webhook-sender"
import { failWithdrawal, withdrawalToContract } from "../withdrawals/withdrawal-progress"
import type { WorldHost } from "../world"

export type SandboxControl = ReturnType<typeof createControl>

/**
 * Everything that tests, the control calls and the page can do to a running sandbox. It looks up the world per call: a reset
 * replaces it.
 *
 * Calls that cause webhooks resolve after their first attempts; deliveries that a fault delays, holds or
 * loses are not awaited. Every call that is impossible or names something unknown throws a SandboxError.
 */
export function createControl(host: WorldHost) {
  const world = () => host.current()
  const idle = () => world().webhooks.idle()
  const step = (trigger: InvoiceTrigger) => async (invoiceId: string) => {
    takeStep(world(), world().invoices.get(invoiceId), trigger)
    await idle()
  }
  return {
    /** @param address null sends nothing */
    setWebhook: (address: WebhookAddress | null) => host.setWebhook(address),
    /**
     * Resets state, faults, logs and clock. Port, credentials and webhook target stay.
     *
     * The same seed repeats all identifiers, delivery ids included, so a receiver takes a second run for
     * duplicates: give it another seed.
     */
    reset: ({ seed }: { seed?: string } = {}) => host.reset(seed),
    /** Moves the clock by `ms` and runs due blocks, expiries and retries in order. */
    async advance(ms: number) {
      if (!Number.isSafeInteger(ms) || ms < 0)
        throw new RangeError("advance: ms must be a whole number from 0")
      await host.advanceTo((nowMs) => nowMs + ms)
    },
    /** The sandbox's time in epoch milliseconds. */
    now: () => world().clock.now(),
    /** Pays the invoice amount, unless `request` says otherwise. */
    async pay(
      invoiceId: string,
      request: PaymentRequest = {}
    ): Promise<Pick<Payment, "txHash" | "outcome" | "reason">> {
      const { txHash, outcome, reason } = receivePayment(world(), invoiceId, request)
      await idle()
      return reason ? { txHash, outcome, reason } : { txHash, outcome }
    },
    /** Sends money to any address: a customer's, an invoice's or the treasury. */
    async transfer(request: TransferRequest) {
      const payment = receiveTransfer(world(), request)
      await idle()
      return { ...payment }
    },
    /** Advances block by block until a complete payment is final. */
    async settle(invoiceId: string) {
      const invoice = world().invoices.get(invoiceId)
      do {
        const blockAtMs = nextSettlingBlockAtMs(world(), invoice)
        await host.advanceTo(() => blockAtMs)
      } while (isAwaitingBlocks(invoice))
    },
    /** Takes a payment's confirmations back; it returns with the next block. */
    async reorg(invoiceId: string) {
      reorgInvoice(world(), world().invoices.get(invoiceId))
      await idle()
    },
    expire: step("expired"),
    cancel: step("cancelled"),
    fail: step("failed"),
    /** Makes the refund in progress of a deposit fail, or else the next one. */
    failRefund: (depositId: string) => failNextRefund(world(), depositId),
    /** Refuses money to this address once it is sent. */
    rejectDestination: (address: string) => void world().withdrawals.rejectedAddresses.add(address),
    /** Refuses money to this address without a memo. */
    requireMemo: (address: string) => void world().withdrawals.memoAddresses.add(address),
    async failWithdrawal(withdrawalId: string) {
      failWithdrawal(world(), withdrawalId)
      await idle()
    },
    settings: () => ({ ...world().business }),
    /** Changes the given settings. Billing changes the plan. */
    changeSettings: (settings: Partial<Omit<BusinessSettingsInput, "plan">>) => ({
      ...changeSettings(world(), settings),
    }),
    fault: (fault: Fault) => world().faults.add(parseFault(fault)),
    /** What the facilitator does with the signatures that follow. */
    setFacilitator: (fate: FacilitatorFate) => void (world().facilitator.fate = fate),
    clearFaults: () => world().faults.clear(),
    /** Sends a delivery again, with the same id and body. @returns HTTP statuses; 0 without an answer */
    redeliver: (deliveryId: string, options: Redelivery = {}) =>
      world().webhooks.redeliver(deliveryId, options),
    /** Oldest first, as every list here. */
    customers: () => structuredClone([...world().customers.all()]),
    /** With progress. */
    invoices: () =>
      world()
        .invoices.all()
        .map((invoice) => ({
          ...invoiceToContract(invoice, "with_progress"),
          customerId: invoice.customerId,
        })),
    intents: () => world().intents.all().map(intentToContract),
    payments: () => structuredClone(world().payments),
    /** Those that are or were in review. */
    deposits: () =>
      world()
        .deposits.all()
        .map((deposit) => depositToContract(world(), deposit)),
    withdrawals: () => world().withdrawals.all().map(withdrawalToContract),
    /** Where the money is; the sum per asset is always zero. */
    ledger: () => ledgerRows(world()),
    requests: () => structuredClone(world().requests),
    deliveries: () => world().webhooks.deliveries(),
    /** Holds no secret. */
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
    /** Resolves when no delivery is in flight. */
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
  post("/facilitator-fate", z.strictObject({ fate: z.enum(FACILITATOR_FATES) }), ({ fate }) =>
    control.setFacilitator(fate)
  )
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
