import { renderNewQuote, renderSwitchLink } from "./choose"
import { renderClaim } from "./claim"
import { icon, type IconName, renderNotice } from "./fields"
import { html, type Html } from "./html"
import { confirmationTime, isOfStatus, type StatusWords, statusValues, statusWords } from "./status-words"
import { renderReceipt, renderTransactions } from "./receipt"
import type { Screen } from "./screen"
import { say, showAmount } from "./words"

/** States in which the payer sends nothing: what happened, and the next step. */
export function renderStatus(screen: Screen): Html {
  const { words, checkout } = screen
  const { payment } = checkout
  const { status } = payment
  const said = statusWords(payment)
  return html`<section class="status ${said.tone}" part="status">
    <span class="sign" aria-hidden="true">${sign(said)}</span>
    <h2>${say(words, said.title)}</h2>
    <p class="soft">${say(words, said.text, statusValues(words, payment))}</p>
    ${
      payment.overpaid_amount !== null &&
      html`<p class="notice good">
        <span
          >${say(words, "overpaid", { amount: showAmount(words, payment.overpaid_amount, payment.token) })}</span
        >
      </p>`
    }
    ${status === "paid" && renderMore(screen)} ${status === "confirming" && renderProgress(screen)}
    ${renderNotice(screen)}
    ${isOfStatus(status, "ended") && html`<div class="buttons">${renderNewQuote(screen)}</div>`}
    ${status === "paid" && renderReceipt(screen)} ${status !== "paid" && renderTransactions(screen)}
    ${isOfStatus(status, "claimable") && renderClaim(screen, { open: status === "needs_review" && payment.transactions.length === 0 })}
    ${renderSwitchLink(screen)}
  </section>`
}

/** More money, for an order that is paid. */
function renderMore({ words, checkout }: Screen): Html | null {
  const more = checkout.payment.transactions.find((money) => money.is_in_review)
  if (!more?.amount) return null
  const received = showAmount(words, more.amount, more.token)
  return html`<p class="notice warn">
    <span>${say(words, "more_arrived", { received, network: more.network_name })}</span>
  </p>`
}

function sign({ tone }: StatusWords): Html {
  if (tone === "busy") return html`<span class="spinner"></span>`
  const name: IconName = tone === "good" ? "check" : tone === "bad" ? "alert" : "clock"
  return icon(name)
}

/** Confirmations so far. Shows no total when the provider does not report one. */
function renderProgress({ words, checkout }: Screen): Html | null {
  const { payment } = checkout
  const required = payment.confirmations_required
  if (!required) return null
  const current = Math.min(payment.confirmations ?? 0, required)
  const left = confirmationTime(payment)
  return html`<div class="progress" part="progress">
    <p>
      <strong id="confirmations">${say(words, "confirming_of", { current, required })}</strong>
      ${
        left !== null &&
        html`<span class="soft"
          >${left < 1 ? say(words, "about_seconds") : say(words, "about_minutes", { minutes: left })}</span
        >`
      }
    </p>
    <progress aria-labelledby="confirmations" max="${required}" value="${current}"></progress>
  </div>`
}
