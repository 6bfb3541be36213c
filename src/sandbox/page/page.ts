import type { SandboxControl } from "../sandbox"
import { html, type Html } from "./html"
import { invoiceCard } from "./invoice-card"

const SHOWN = 50
const STEPS = [
  [10_000, "10 seconds"],
  [60_000, "1 minute"],
  [600_000, "10 minutes"],
  [1_860_000, "31 minutes"],
  [3_600_000, "1 hour"],
] as const

const STYLE = html`<style>
  body {
    font:
      16px/1.45 system-ui,
      sans-serif;
    max-width: 58rem;
    margin: 0 auto;
    padding: 0 1rem 3rem;
    color: #1b1f24;
    background: #f6f7f9;
  }
  .banner {
    background: #7a2e00;
    color: #fff;
    padding: 0.75rem 1rem;
    margin: 0 -1rem 1rem;
    font-weight: 600;
  }
  .notice {
    background: #e6f0ff;
    border-left: 4px solid #1f5fbf;
    padding: 0.5rem 0.75rem;
    overflow-wrap: anywhere;
  }
  article,
  .panel {
    background: #fff;
    border: 1px solid #d5d9de;
    border-radius: 0.5rem;
    padding: 0.75rem 1rem;
    margin: 1rem 0;
  }
  h1 {
    font-size: 1.4rem;
  }
  h2 {
    font-size: 1.1rem;
    margin: 0 0 0.5rem;
  }
  small {
    font-weight: 400;
  }
  dl {
    display: grid;
    grid-template-columns: 8rem 1fr;
    gap: 0.15rem 0.75rem;
    margin: 0 0 0.75rem;
  }
  dt {
    color: #57606a;
  }
  dd {
    margin: 0;
    overflow-wrap: anywhere;
    font-family: ui-monospace, monospace;
    font-size: 0.9rem;
  }
  button,
  select {
    font: inherit;
    padding: 0.3rem 0.6rem;
    margin: 0.15rem 0.15rem 0.15rem 0;
  }
  .break {
    display: block;
  }
  .status {
    float: right;
    padding: 0 0.5rem;
    border-radius: 0.25rem;
    background: #e4e7eb;
    font-size: 0.95rem;
  }
  .paid,
  .overpaid {
    background: #c9efd2;
  }
  .confirming {
    background: #ffe7a3;
  }
  .expired,
  .failed,
  .cancelled {
    background: #f5cfcb;
  }
</style>`

/** The page where a person pays by hand. It needs no script. */
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
        ${isMoving ? html`<meta http-equiv="refresh" content="2; url=/" />` : undefined}${STYLE}
      </head>
      <body>
        <p class="banner">
          Sandbox. No real money: never send funds to an address on this page, they would be lost.
        </p>
        <h1>On-chain payment sandbox</h1>
        ${notice === undefined ? undefined : html`<p class="notice" role="status">${notice}</p>`}
        <section class="panel">
          <dl>
            <dt>Clock</dt>
            <dd>${state.now} (${state.clock})</dd>
            <dt>Webhooks go to</dt>
            <dd>${state.webhookUrl ?? "nowhere: no URL is set"}</dd>
            <dt>Invoices</dt>
            <dd>${state.invoices}${state.invoices > SHOWN ? `, the newest ${SHOWN} are shown` : ""}</dd>
          </dl>
          ${advanceForm()}
        </section>
        ${invoices.length === 0 ? html`<p>No invoice yet. Create one through the API: it appears here.</p>` : undefined}
        ${invoices.map((invoice) =>
          invoiceCard(
            invoice,
            payments.filter(({ invoiceId }) => invoiceId === invoice.id),
            deliveries.filter(({ invoiceId }) => invoiceId === invoice.id)
          )
        )}
      </body>
    </html>`.text
}

function advanceForm(): Html {
  return html`<form method="post" action="/_sandbox/page">
    <label
      >Move the clock by
      <select name="ms">
        ${STEPS.map(([ms, label]) => html`<option value="${ms}">${label}</option>`)}
      </select></label
    >
    <button name="action" value="advance">Advance</button> <a href="/">Refresh</a>
  </form>`
}
