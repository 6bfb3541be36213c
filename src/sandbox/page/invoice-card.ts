import type { Invoice } from "../../gateway/contract"
import type { Payment } from "../payments/payment"
import type { DeliveryLogEntry } from "../webhooks/delivery"
import { html, type Html } from "./html"
import { scenariosOf } from "./scenarios"

/** An invoice with what happened to it and what can be done with it. */
export function invoiceCard(invoice: Invoice, payments: Payment[], deliveries: DeliveryLogEntry[]): Html {
  const { confirmationProgress: progress } = invoice
  return html`<article id="${invoice.id}">
    <h2>
      ${invoice.amount} ${invoice.token} <small>on ${invoice.networkId}</small>
      <span class="status ${invoice.status}">${invoice.status}</span>
    </h2>
    <dl>
      ${row("Invoice", invoice.id)}
      ${row("Address", invoice.depositAddress ?? "not ready yet: wait for one block")}
      ${invoice.memoId === undefined ? undefined : row("Memo", invoice.memoId)}
      ${row("Received", `${invoice.receivedAmount ?? "0"} of ${invoice.amount} ${invoice.token}`)}
      ${progress ? row("Confirmations", `${progress.current} of ${progress.required}`) : undefined}
      ${invoice.expiresAt === undefined ? undefined : row("Expires", invoice.expiresAt)}
      ${payments.map((payment) => row("Payment", describePayment(payment)))}
      ${deliveries.map((delivery) => row("Webhook", describeDelivery(delivery)))}
    </dl>
    <form>
      <input type="hidden" name="invoiceId" value="${invoice.id}" />
      ${scenariosOf(invoice).map(({ key, label }) => button(`pay:${key}`, label))}
      <span class="break"></span>
      ${button("settle", "Add blocks until final")} ${button("expire", "Expire")}
      ${button("cancel", "Cancel")} ${button("fail", "Fail")}
    </form>
  </article>`
}

function row(name: string, value: string): Html {
  return html`<dt>${name}</dt>
    <dd>${value}</dd>`
}

function button(action: string, label: string): Html {
  return html`<button name="action" value="${action}">${label}</button>`
}

function describePayment({ amount, token, networkId, outcome, reason, memo }: Payment): string {
  const withMemo = memo === null ? "" : ` with memo ${memo}`
  return `${amount} ${token} on ${networkId}${withMemo}: ${reason ? `in review, ${reason}` : outcome}`
}

function describeDelivery({ event, state, attempts }: DeliveryLogEntry): string {
  const answers = attempts.map((attempt) => ("status" in attempt ? attempt.status : attempt.error))
  return `${event}: ${state}${answers.length > 0 ? ` (${answers.join(", ")})` : ""}`
}
