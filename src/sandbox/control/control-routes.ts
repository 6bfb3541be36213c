import { Hono } from "hono"
import type { z } from "zod"
import { parseFault } from "../faults/fault"
import { controlError } from "../http/reply"
import { readControlBody } from "../http/request-body"
import type { SandboxControl } from "../sandbox"
import { parseInput } from "../sandbox-error"
import { controlSchemas as schemas } from "./control-schemas"

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
  post("/reset", schemas.reset, (body) => control.reset(body))
  post("/advance", schemas.advance, async ({ ms }) => {
    await control.advance(ms)
    return { now: control.state().now }
  })
  post("/pay", schemas.pay, ({ invoiceId, ...request }) => control.pay(invoiceId, request))
  post("/transfer", schemas.transfer, (request) => control.transfer(request))
  post("/reorg", schemas.invoice, ({ invoiceId }) => control.reorg(invoiceId))
  post("/settle", schemas.invoice, ({ invoiceId }) => control.settle(invoiceId))
  post("/expire", schemas.invoice, ({ invoiceId }) => control.expire(invoiceId))
  post("/cancel", schemas.invoice, ({ invoiceId }) => control.cancel(invoiceId))
  post("/fail", schemas.invoice, ({ invoiceId }) => control.fail(invoiceId))
  post("/fail-refund", schemas.deposit, ({ depositId }) => control.failRefund(depositId))
  post("/fail-withdrawal", schemas.withdrawal, ({ withdrawalId }) => control.failWithdrawal(withdrawalId))
  post("/reject-destination", schemas.address, ({ address }) => control.rejectDestination(address))
  post("/require-memo", schemas.address, ({ address }) => control.requireMemo(address))
  post("/settings", schemas.settings, (settings) => control.changeSettings(settings))
  post("/clear-faults", schemas.none, () => control.clearFaults())
  post("/flush", schemas.none, () => control.flush())
  post("/webhook", schemas.webhook, ({ url, secret }) =>
    control.setWebhook(url === null ? null : { url, secret })
  )
  post("/redeliver", schemas.redeliver, async ({ deliveryId, ...options }) => ({
    statuses: await control.redeliver(deliveryId, options),
  }))
  routes.post("/fault", async (context) => {
    control.fault(parseFault(await readControlBody(context)))
    return context.json({ ok: true })
  })

  for (const name of READS) routes.get(`/${name}`, (context) => context.json(control[name]()))
  return routes
}
