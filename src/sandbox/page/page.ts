import type { SandboxControl } from "../sandbox"
import { html, type Html, pageScript, pageStyle } from "./html"
import { invoiceCard, transferPanel } from "./cards"

const SHOWN = 50
const STEPS = [
  [10_000, "10 seconds"],
  [60_000, "1 minute"],
  [600_000, "10 minutes"],
  [1_860_000, "31 minutes"],
  [3_600_000, "1 hour"],
] as const

/** The page for making test payments. */
export function renderPage(control: SandboxControl, notice: string | undefined): string {
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
