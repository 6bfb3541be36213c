import { Hono } from "hono"
import { z } from "zod"
import { controlError } from "../http/reply"
import { readControlBody } from "../http/request-body"
import type { SandboxControl } from "../control/control-routes"
import { invalid, notFound, parseInput, SandboxError } from "../sandbox-error"
import { html, type Html, invoiceCard, pageScript, pageStyle, sendTransfer, transferPanel } from "./html"
import { scenariosOf } from "./scenarios"

const SHOWN = 50
const STEPS = [
  [10_000, "10 seconds"],
  [60_000, "1 minute"],
  [600_000, "10 minutes"],
  [1_860_000, "31 minutes"],
  [3_600_000, "1 hour"],
] as const

function renderPage(control: SandboxControl, notice: string | undefined): string {
  const state = control.state()
  const invoices = control.invoices().reverse().slice(0, SHOWN)
  const payments = control.payments()
  const deliveries = control.deliveries()
  const isMoving = state.clock === "flowing" && invoices.some(({ status }) => status === "confirming")
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>On-chain payment sandbox</title>
        ${isMoving ? html`<meta http-equiv="refresh" content="2; url=/" />` : undefined}${pageStyle}
      </head>
      <body>
        <p class="banner">
          Sandbox. No real money: never send funds to an address on this page, they would be lost.
        </p>
        <h1>On-chain payment sandbox</h1>
        <noscript><p class="notice">The buttons need JavaScript.</p></noscript>
        ${notice === undefined ? undefined : html`<p class="notice" role="status">${notice}</p>`}
        <section class="panel">
          <dl>
            <dt>Environment</dt>
            <dd>${state.environment}</dd>
            <dt>Clock</dt>
            <dd>${state.now} (${state.clock})</dd>
            <dt>Webhooks go to</dt>
            <dd>${state.webhookUrl ?? "nowhere: no URL is set"}</dd>
            <dt>Invoices</dt>
            <dd>${state.invoices}${state.invoices > SHOWN ? `, the newest ${SHOWN} are shown` : ""}</dd>
          </dl>
          ${advanceForm()}
        </section>
        ${transferPanel(control)}
        ${invoices.length === 0 ? html`<p>No invoice yet. Create one through the API: it appears here.</p>` : undefined}
        ${invoices.map((invoice) =>
          invoiceCard(
            invoice,
            payments.filter(({ invoiceId }) => invoiceId === invoice.id),
            deliveries.filter(({ subjectId }) => subjectId === invoice.id)
          )
        )}
        ${pageScript}
      </body>
    </html>`.text
}

function advanceForm(): Html {
  return html`<form>
    <label
      >Move the clock by
      <select name="ms">
        ${STEPS.map(([ms, label]) => html`<option value="${ms}">${label}</option>`)}
      </select></label
    >
    <button name="action" value="advance">Advance</button> <a href="/">Refresh</a>
  </form>`
}

const formSchema = z.object({
  action: z
    .string()
    .regex(/^(advance|transfer|settle|expire|cancel|fail|pay:\w+)$/, "is not an action of the page"),
  invoiceId: z.string().default(""),
  ms: z.coerce.number().int().nonnegative().default(0),
})
type Form = z.infer<typeof formSchema>

export function pageRoutes(control: SandboxControl): Hono {
  const routes = new Hono()
  routes.onError(controlError)
  let notice: string | undefined

  for (const path of ["/", "/_sandbox", "/_sandbox/"]) {
    routes.get(path, (context) => {
      const shown = notice
      notice = undefined
      return context.html(renderPage(control, shown))
    })
  }
  routes.post("/_sandbox/page", async (context) => {
    const sent = await readControlBody(context)
    try {
      const form = parseInput(formSchema, sent)
      notice = form.action === "transfer" ? await sendTransfer(control, sent) : await act(control, form)
    } catch (error) {
      if (!(error instanceof SandboxError)) throw error
      notice = `Not done: ${error.message}.`
    }
    return context.json({ ok: true })
  })
  return routes
}

/** Runs a button's action and describes the result in a sentence. */
async function act(control: SandboxControl, { action, invoiceId, ms }: Form): Promise<string> {
  switch (action) {
    case "advance":
      await control.advance(ms)
      return `The clock was moved by ${ms / 1000} seconds.`
    case "settle":
      await control.settle(invoiceId)
      return `Blocks were added until invoice ${invoiceId} was final.`
    case "expire":
    case "cancel":
    case "fail":
      await control[action](invoiceId)
      return `Done: ${action} of invoice ${invoiceId}.`
    default:
      return pay(control, invoiceId, action.slice("pay:".length))
  }
}

async function pay(control: SandboxControl, invoiceId: string, key: string): Promise<string> {
  const invoice = control.invoices().find(({ id }) => id === invoiceId)
  if (!invoice) throw notFound(`invoice ${invoiceId}`)
  const scenario = scenariosOf(invoice).find((entry) => entry.key === key)
  if (!scenario) throw invalid({ field: "action", message: `"${key}" is not possible for this invoice` })
  const { outcome, reason, txHash } = await control.pay(invoiceId, scenario.request)
  return `${scenario.label}: ${outcome}${reason ? ` (${reason})` : ""}, transaction ${txHash}`
}
