import { Hono, type Context } from "hono"
import type { z } from "zod"
import { parseFault } from "../faults/fault"
import { parseJson } from "../http/request-body"
import type { SandboxControl } from "../sandbox"
import { parseInput, toSandboxError } from "../sandbox-error"
import { controlSchemas as schemas } from "./control-schemas"

/** The controls over HTTP, for tests and programs in another process. */
export function controlRoutes(control: SandboxControl): Hono {
  const routes = new Hono()
  routes.onError((error) => {
    const { status, code, message, details } = toSandboxError(error)
    return Response.json({ error: { code, message, details } }, { status })
  })

  function post<T extends z.ZodType>(path: string, schema: T, run: (body: z.output<T>) => unknown): void {
    routes.post(path, async (context) => {
      const result = await run(parseInput(schema, await readBody(context)))
      return context.json(result ?? { ok: true })
    })
  }
  post("/reset", schemas.reset, (body) => control.reset(body))
  post("/advance", schemas.advance, async ({ ms }) => {
    await control.advance(ms)
    return { now: control.state().now }
  })
  post("/pay", schemas.pay, ({ invoiceId, ...request }) => control.pay(invoiceId, request))
  post("/settle", schemas.invoice, ({ invoiceId }) => control.settle(invoiceId))
  post("/expire", schemas.invoice, ({ invoiceId }) => control.expire(invoiceId))
  post("/cancel", schemas.invoice, ({ invoiceId }) => control.cancel(invoiceId))
  post("/fail", schemas.invoice, ({ invoiceId }) => control.fail(invoiceId))
  post("/clear-faults", schemas.none, () => control.clearFaults())
  post("/flush", schemas.none, () => control.flush())
  post("/webhook", schemas.webhook, ({ url, secret }) =>
    control.setWebhook(url === null ? null : { url, secret })
  )
  post("/redeliver", schemas.redeliver, async ({ deliveryId, ...options }) => ({
    statuses: await control.redeliver(deliveryId, options),
  }))
  routes.post("/fault", async (context) => {
    control.fault(parseFault(await readBody(context)))
    return context.json({ ok: true })
  })

  routes.get("/state", (context) => context.json(control.state()))
  routes.get("/invoices", (context) => context.json(control.invoices()))
  routes.get("/payments", (context) => context.json(control.payments()))
  routes.get("/requests", (context) => context.json(control.requests()))
  routes.get("/deliveries", (context) => context.json(control.deliveries()))
  return routes
}

/** An empty body stands for no fields. */
async function readBody(context: Context): Promise<unknown> {
  const text = await context.req.text()
  return text === "" ? {} : parseJson(text)
}
