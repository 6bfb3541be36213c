import { z } from "zod"
import type { Deposit, Invoice } from "../../gateway/contract"
import { assetKey, tokens } from "../catalog/tokens"
import type { Payment } from "../payments/payment"
import type { SandboxControl } from "../sandbox"
import { invalid, parseInput } from "../sandbox-error"
import type { DeliveryLogEntry } from "../webhooks/delivery"
import { html, type Html } from "./html"
import { scenariosOf } from "./scenarios"

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
