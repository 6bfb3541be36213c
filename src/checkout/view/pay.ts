import { exchangeNetwork } from "../exchange/networks"
import { renderSwitchLink } from "./choose"
import { renderClaim } from "./claim"
import { codeText, copyButton, renderNotice } from "./fields"
import { html, type Html } from "./html"
import type { Screen } from "./screen"
import { renderMemoQuestion, renderSentWarning, renderWallet } from "./wallet"
import { isSameDay, say, sayPlain, showAmount, showLeft, showTime } from "./words"

/** From here on the countdown has a warning colour. */
export const SHORT_MS = 120_000

/** Amount, network and time, above the ways to send. */
export function renderAsk(screen: Screen): Html {
  const { words, checkout } = screen
  const { status, token, network_name, remaining_amount } = checkout.payment
  const amount = html`<strong>${showAmount(words, remaining_amount, token)}</strong>`
  const network = html`<strong>${network_name}</strong>`
  const isRest = status === "partially_paid"
  return html`<div class="ask" part="ask">
    ${isRest && renderPart(screen)}
    <h2 class="send" part="amount">${say(words, isRest ? "send_rest" : "send", { amount, network })}</h2>
    ${renderClock(screen)}
  </div>`
}

function renderPart({ words, checkout }: Screen): Html {
  const { received_amount, amount, remaining_amount, token } = checkout.payment
  return html`<div class="notice busy" data-key="part">
    <strong>${say(words, "partial_title")}</strong>
    <span>
      ${say(words, "partial_text", {
        received: showAmount(words, received_amount, token),
        amount: showAmount(words, amount, token),
        left: showAmount(words, remaining_amount, token),
      })}
    </span>
    <span>${say(words, "partial_next")}</span>
  </div>`
}

/** Countdown by the server's clock, plus the time of day for pages without JavaScript. */
function renderClock({ words, checkout, nowMs }: Screen): Html {
  const { expires_at } = checkout.payment
  if (expires_at === null) return html`<p class="clock soft">${say(words, "no_time_limit")}</p>`
  const leftMs = Date.parse(expires_at) - nowMs
  const isShort = leftMs < SHORT_MS
  return html`<p class="clock ${isShort && "short"}">
    <span class="time" part="countdown" role="timer" aria-label="${sayPlain(words, "time_left")}" dir="ltr"
      >${showLeft(words, leftMs)}</span
    >
    <span class="soft">
      ${
        leftMs > 0
          ? say(words, "pay_until", {
              time: html`<time datetime="${expires_at}"
                >${showTime(words, expires_at, isSameDay(words, expires_at, nowMs) ? "time" : "date")}</time
              >`,
            })
          : say(words, "time_up")
      }
    </span>
  </p>`
}

/** From a wallet or from an exchange. Radio buttons switch, so it works without JavaScript. */
export function renderHow(screen: Screen): Html {
  const { words } = screen
  return html`<section class="how" part="how">
    <fieldset class="tabs" part="tabs">
      <legend class="unseen">${say(words, "how")}</legend>
      <label
        ><input type="radio" name="how" value="wallet" checked /><span
          >${say(words, "how_wallet")}</span
        ></label
      >
      <label
        ><input type="radio" name="how" value="exchange" class="to-exchange" /><span
          >${say(words, "how_exchange")}</span
        ></label
      >
    </fieldset>
    ${renderNotice(screen)} ${renderSentWarning(screen)}
    <div class="pane from-wallet">${renderWallet(screen)}</div>
    <div class="pane from-exchange">${renderExchange(screen)}</div>
  </section>`
}

/** Side column: warnings and other options. */
export function renderExtras(screen: Screen): Html {
  const { words } = screen
  return html`<div class="extras" part="extras">
    ${renderWarnings(screen)}
    <p class="waiting soft">
      <span class="pulse"></span
      ><span>${say(words, isClaimed(screen) ? "claimed_text" : "waiting_text")}</span>
    </p>
    ${renderClaim(screen)} ${renderSwitchLink(screen)}
  </div>`
}

const isClaimed = ({ checkout }: Screen) => checkout.payment.claimed_tx_hash !== null

function renderExchange(screen: Screen): Html {
  const { words, checkout } = screen
  const { payment } = checkout
  const { memo, deposit_address, remaining_amount, token } = payment
  const amount = showAmount(words, remaining_amount, token)
  const question = renderMemoQuestion(screen)
  const steps = [
    html`<span>
      ${say(words, "exchange_network", { network: html`<strong>${exchangeNetwork(payment) ?? payment.network_name}</strong>` })}
    </span>`,
    memo !== null &&
      html`<span>${say(words, "exchange_memo")}</span>
        <span class="value">${codeText(memo)}${copyButton(screen, "memo", memo)}</span>`,
    html`<span>${say(words, "exchange_address")}</span>
      <span class="value"
        >${codeText(deposit_address ?? "")}${copyButton(screen, "address", deposit_address ?? "")}</span
      >
      ${question && html`<p class="notice warn">${question}</p>`}`,
    html`<span class="value"
        ><span>${say(words, "exchange_amount", { amount: html`<strong>${amount}</strong>` })}</span
        >${copyButton(screen, "amount", remaining_amount ?? "")}</span
      >
      <small class="soft">${say(words, "exchange_fees", { amount })}</small>`,
  ]
  return html`<p class="soft">${say(words, "exchange_text")}</p>
    <ol class="steps">
      ${steps.filter((step) => step !== false).map((step) => html`<li>${step}</li>`)}
    </ol>
    <p class="soft">${say(words, "exchange_slow")}</p>`
}

function renderWarnings({ words, checkout }: Screen): Html {
  const { token, network_name, memo, kind } = checkout.payment
  const network = network_name ?? ""
  const isReusable = kind === "auto_deposit" && memo === null
  return html`<p class="notice warn">
      <span>${say(words, "only_token", { token: token ?? "", network })}</span>
    </p>
    ${isReusable && html`<p class="soft">${say(words, "reusable", { network })}</p>`}`
}
