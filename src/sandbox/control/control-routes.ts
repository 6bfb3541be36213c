import { Hono } from "hono"
import { z } from "zod"
import { parseFault } from "../faults/fault"
import { controlError } from "../http/reply"
import { readControlBody } from "../http/request-body"
import { paymentRequestSchema } from "../payments/payment"
import { transferRequestSchema } from "../payments/transfer"
import type { SandboxControl } from "../sandbox"
import { parseInput } from "../sandbox-error"

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
  post("/reset", controlSchemas.reset, (body) => control.reset(body))
  post("/advance", controlSchemas.advance, async ({ ms }) => {
    await control.advance(ms)
    return { now: control.state().now }
  })
  post("/pay", controlSchemas.pay, ({ invoiceId, ...request }) => control.pay(invoiceId, request))
  post("/transfer", controlSchemas.transfer, (request) => control.transfer(request))
  post("/reorg", controlSchemas.invoice, ({ invoiceId }) => control.reorg(invoiceId))
  post("/settle", controlSchemas.invoice, ({ invoiceId }) => control.settle(invoiceId))
  post("/expire", controlSchemas.invoice, ({ invoiceId }) => control.expire(invoiceId))
  post("/cancel", controlSchemas.invoice, ({ invoiceId }) => control.cancel(invoiceId))
  post("/fail", controlSchemas.invoice, ({ invoiceId }) => control.fail(invoiceId))
  post("/fail-refund", controlSchemas.deposit, ({ depositId }) => control.failRefund(depositId))
  post("/fail-withdrawal", controlSchemas.withdrawal, ({ withdrawalId }) =>
    control.failWithdrawal(withdrawalId)
  )
  post("/reject-destination", controlSchemas.address, ({ address }) => control.rejectDestination(address))
  post("/require-memo", controlSchemas.address, ({ address }) => control.requireMemo(address))
  post("/settings", controlSchemas.settings, (settings) => control.changeSettings(settings))
  post("/clear-faults", controlSchemas.none, () => control.clearFaults())
  post("/flush", controlSchemas.none, () => control.flush())
  post("/webhook", controlSchemas.webhook, ({ url, secret }) =>
    control.setWebhook(url === null ? null : { url, secret })
  )
  post("/redeliver", controlSchemas.redeliver, async ({ deliveryId, ...options }) => ({
    statuses: await control.redeliver(deliveryId, options),
  }))
  routes.post("/fault", async (context) => {
    control.fault(parseFault(await readControlBody(context)))
    return context.json({ ok: true })
  })

  for (const name of READS) routes.get(`/${name}`, (context) => context.json(control[name]()))
  return routes
}

const url = z.url({ protocol: /^https?$/ })

const controlSchemas = {
  reset: z.strictObject({ seed: z.string().min(1).optional() }),
  advance: z.strictObject({ ms: z.number().int().nonnegative() }),
  invoice: z.strictObject({ invoiceId: z.string().min(1) }),
  pay: paymentRequestSchema.extend({ invoiceId: z.string().min(1) }),
  transfer: transferRequestSchema,
  deposit: z.strictObject({ depositId: z.string().min(1) }),
  withdrawal: z.strictObject({ withdrawalId: z.string().min(1) }),
  address: z.strictObject({ address: z.string().min(1) }),
  settings: z.record(z.string(), z.unknown()),
  webhook: z.strictObject({ url: url.nullable(), secret: z.string().min(1).optional() }),
  redeliver: z.strictObject({
    deliveryId: z.string().min(1),
    times: z.number().int().min(1).max(1000).optional(),
    parallel: z.boolean().optional(),
  }),
  none: z.strictObject({}),
}
