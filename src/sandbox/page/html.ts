import { z } from "zod"
import type { Deposit, Invoice } from "../../gateway/contract"
import { assetKey, tokens } from "../catalog/catalog"
import type { Payment } from "../payments/payment"
import type { SandboxControl } from "../control/control-routes"
import { invalid, parseInput } from "../sandbox-error"
import type { DeliveryLogEntry } from "../webhooks/delivery"
import { scenariosOf } from "./scenarios"

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
}

/** HTML that is safe to embed. */
export class Html {
  constructor(readonly text: string) {}
}

type Value = string | number | Html | readonly Html[] | undefined

/** Template tag that escapes every value but HTML. @example html`<b>${"<script>"}</b>`.text // "<b>&lt;script&gt;</b>" */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(strings.map((text, index) => text + render(values[index])).join(""))
}

function render(value: Value): string {
  if (value === undefined) return ""
  if (value instanceof Html) return value.text
  if (typeof value === "object") return value.map(({ text }) => text).join("")
  return String(value).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "")
}

/** Sends forms as JSON: pages of other sites can post forms here, but no JSON. */
export const pageScript = html`<script type="module">
  addEventListener("submit", async (event) => {
    event.preventDefault()
    const fields = Object.fromEntries(new FormData(event.target, event.submitter))
    const headers = { "content-type": "application/json" }
    const request = { method: "POST", headers, body: JSON.stringify(fields) }
    const isDone = await fetch("/_sandbox/page", request).then(
      ({ ok }) => ok,
      () => false
    )
    if (isDone) location.assign("/")
    else alert("The sandbox did not do it. Is it still running?")
  })
</script>`

export const pageStyle = html`<style>
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
    grid-template-columns: 9rem 1fr;
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
  input,
  select {
    box-sizing: border-box;
    max-width: 100%;
    font: inherit;
    padding: 0.3rem 0.6rem;
    margin: 0.15rem 0.15rem 0.15rem 0;
  }
  label {
    display: inline-block;
    max-width: 100%;
    margin-right: 0.5rem;
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

/** An invoice with its history and actions. */
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

/** The page sends empty fields as empty texts. */
const formSchema = z.object({
  toAddress: z.string().trim().min(1, "is missing"),
  asset: z.string(),
  amount: z.string().trim(),
  memo: z.string().trim().default(""),
})

export function transferPanel(control: SandboxControl): Html {
  const customers = control.customers()
  const deposits = control.deposits()
  return html`<section class="panel">
    <h2>Send a transfer</h2>
    <form>
      <label>To <input name="toAddress" list="addresses" size="46" required /></label>
      <datalist id="addresses">
        ${customers.flatMap(({ externalRef, addresses }) =>
          addresses.map(
            ({ address, networkId }) =>
              html`<option value="${address}">${externalRef} on ${networkId}</option>`
          )
        )}
      </datalist>
      <label
        >Asset
        <select name="asset">
          ${tokens.map(
            (token) => html`<option value="${assetKey(token)}">${token.token} on ${token.networkId}</option>`
          )}
        </select></label
      >
      <label>Amount <input name="amount" size="10" inputmode="decimal" required /></label>
      <label>Memo <input name="memo" size="20" /></label>
      <button name="action" value="transfer">Send</button>
    </form>
    ${deposits.length === 0 ? undefined : html`<dl>${deposits.map(describeDeposit)}</dl>`}
  </section>`
}

function describeDeposit({
  depositId,
  amount,
  asset,
  networkId,
  assignment,
  resolutionStatus,
}: Deposit): Html {
  return html`<dt>Deposit</dt>
    <dd>
      ${amount.display ?? amount.raw} ${asset.token} on ${networkId}: ${resolutionStatus},
      ${assignment?.status} (${depositId})
    </dd>`
}

/** Sends the form's transfer and describes the result in a sentence. @throws SandboxError */
export async function sendTransfer(control: SandboxControl, form: unknown): Promise<string> {
  const { toAddress, asset, amount, memo } = parseInput(formSchema, form)
  const token = tokens.find((entry) => assetKey(entry) === asset)
  if (!token) throw invalid({ field: "asset", message: "is not in the catalog" })
  const { chain, networkId, canonicalAssetId } = token
  const request = { toAddress, chain, networkId, token: token.token, canonicalAssetId, amount }
  const { outcome, reason, txHash } = await control.transfer({ ...request, memo: memo || undefined })
  return `Transfer sent: ${outcome}${reason ? ` (${reason})` : ""}, transaction ${txHash}`
}
