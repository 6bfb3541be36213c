import { createHash } from "node:crypto"
import { renderSVG } from "uqr"
import type { OnchainPaymentView } from "../../types/http"
import { html, Html, SCRIPT, STYLE } from "./html"
import { STATUS_WORDING } from "./wording"

const FINAL = new Set<OnchainPaymentView["status"]>(["paid", "failed", "cancelled", "needs_review"])

const RETRY_MS = 20_000

/**
 * Identifies what a page shows, so that it reloads on a change. Excludes a reusable address: the status route
 * fetches none.
 */
export function fingerprintOf(view: OnchainPaymentView): string {
  const status = view.status === "address_unavailable" ? "awaiting_payment" : view.status
  const deposit_address = view.kind === "auto_deposit" ? null : view.deposit_address
  const shown = JSON.stringify({ ...view, status, deposit_address })
  return createHash("sha256").update(shown).digest("hex").slice(0, 16)
}

/**
 * @param input.nonce ties the inline style and script to the content security policy
 * @param input.statusPath route that answers `{ fingerprint }`
 */
export function renderPaymentPage(input: {
  view: OnchainPaymentView
  nonce: string
  statusPath: string
}): string {
  const { view, nonce } = input
  const wording = STATUS_WORDING[view.status]
  const isFinal = FINAL.has(view.status)
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${wording.title}</title>
        <noscript>${isFinal ? null : html`<meta http-equiv="refresh" content="10" />`}</noscript>
        <style nonce="${nonce}">
          ${new Html(STYLE)}
        </style>
      </head>
      <body>
        ${view.environment === "sandbox" && html`<div class="banner" role="note">Sandbox: no real money is involved.</div>`}
        <main
          data-fingerprint="${fingerprintOf(view)}"
          data-status="${input.statusPath}"
          data-final="${isFinal}"
          data-retry="${view.status === "address_unavailable" ? RETRY_MS : ""}"
        >
          <div class="card">
            <h1 class="${wording.tone}" role="status">${wording.title}</h1>
            <p class="lead">${wording.text}</p>
            ${view.status === "partially_paid" && html`<p class="lead">${partOf(view)}</p>`}
            ${isPayable(view) ? instructions(view) : summary(view)} ${progress(view)} ${reusable(view)}
          </div>
          <p class="foot">
            ${view.fiat_amount} ${view.currency_code.toUpperCase()} · Reference
            <span class="mono">${view.session_id}</span>
          </p>
          <p class="foot" role="status" data-said></p>
        </main>
        <script nonce="${nonce}">
          ${new Html(SCRIPT)}
        </script>
      </body>
    </html>`.markup
}

/** @example partOf(view) // "8.5 of 17 USDC received; 8.5 USDC still to pay." */
function partOf({ received_amount, amount, remaining_amount, token }: OnchainPaymentView): string {
  return `${received_amount ?? "0"} of ${amount} ${token} received; ${remaining_amount} ${token} still to pay.`
}

function isPayable(view: OnchainPaymentView): boolean {
  return view.status === "awaiting_payment" || view.status === "partially_paid"
}

function instructions(view: OnchainPaymentView): Html {
  const amount = view.remaining_amount
  return html` <div class="qr" role="img" aria-label="QR code of the address">
      ${new Html(renderSVG(view.deposit_address ?? "", { border: 0 }))}
    </div>
    <dl>
      ${entry("Amount", `${amount} ${view.token}`, amount, "amount")}
      ${view.status === "partially_paid" && entry("Already received", `${view.received_amount} ${view.token}`)}
      ${entry("Network", view.network_name)}
      ${entry("Address", view.deposit_address, view.deposit_address, "mono")}
      ${view.memo && entry("Memo (required)", view.memo, view.memo, "mono")}
      ${view.canonical_asset_id && entry("Asset", view.canonical_asset_id, null, "mono")}
      ${
        view.expires_at &&
        html`<dt>Time</dt>
          <dd data-expires="${view.expires_at}">until ${view.expires_at}</dd>`
      }
    </dl>
    ${
      view.memo &&
      html`<p class="warning">
        <strong>Do not leave the memo out.</strong>
        A payment without memo ${view.memo} cannot be matched to your order.
      </p>`
    }
    <p class="warning">
      <strong>Only ${view.token} on ${view.network_name}.</strong>
      Another asset or network does not pay this order and may be lost.
    </p>`
}

/** A customer may have saved the address, so the page has to say whether and how much to pay. */
function reusable(view: OnchainPaymentView): Html | null {
  if (!isPayable(view) || view.kind !== "auto_deposit" || view.memo) return null
  return html`<p class="foot">
    This address is yours on ${view.network_name} and stays the same. Come back to this page for the amount of
    each payment.
  </p>`
}

function summary(view: OnchainPaymentView): Html {
  const rest = view.status === "order_paid_in_part" ? view.order_outstanding : null
  return html`<dl>
    ${rest && entry("Still to pay", `${rest} ${view.currency_code.toUpperCase()}`)}
    ${entry("Amount", `${view.amount} ${view.token}`, null, "amount")} ${entry("Network", view.network_name)}
    ${view.tx_hash && entry("Transaction", view.tx_hash, view.tx_hash, "mono")}
  </dl>`
}

function progress(view: OnchainPaymentView): Html | null {
  if (view.status !== "confirming" || !view.confirmations_required) return null
  const current = Math.min(view.confirmations ?? 0, view.confirmations_required)
  return html`<dl>
    <dt id="confirmations">Confirmations</dt>
    <dd>
      ${current} of ${view.confirmations_required}
      <progress
        aria-labelledby="confirmations"
        max="${view.confirmations_required}"
        value="${current}"
      ></progress>
    </dd>
  </dl>`
}

function entry(name: string, value: string | null, copy: string | null = null, style = ""): Html {
  return html`<dt>${name}</dt>
    <dd class="value">
      <span class="${style}">${value}</span>
      ${copy && html`<button type="button" hidden data-copy="${copy}" data-name="${name}" aria-label="Copy ${name}">Copy</button>`}
    </dd>`
}
