import type { OnchainPaymentOption, OnchainUnavailableOption } from "../../types/http"
import { disclosure, renderNotice } from "./fields"
import { html, type Html } from "./html"
import { pageLink, type Screen } from "./screen"
import { say, showAmount, type Key } from "./words"

/** Choice of a network and a token: a plain form that works without JavaScript. */
export function renderChooser(screen: Screen): Html {
  const { words, options, browser } = screen
  const { status, rail } = screen.checkout.payment
  const { payment_options: choices = [], unavailable = [] } = options ?? {}
  const isTooSmall = unavailable.some(({ reason }) => reason === "below_minimum")
  return html`<section class="choose" part="choose">
    <h2>${say(words, "choose_title")}</h2>
    <p class="soft">${say(words, "choose_text")}</p>
    ${renderNotice(screen)} ${options === null && browser.isLive && renderLoading(screen)}
    ${
      options !== null &&
      html`<form method="post" action="${pageLink(screen, "/attempts")}" data-action="attempt">
        <fieldset class="options">
          <legend class="unseen">${say(words, "choose_token")}</legend>
          ${choices.map((option, index) => renderOption(screen, option, { isFirst: index === 0, rail }))}
        </fieldset>
        ${renderSwitchWarning(screen)}
        ${
          choices.length > 0
            ? html`<button class="button main" part="button" aria-disabled="${String(browser.isBusy)}">
                ${say(words, "choose_continue")}
              </button>`
            : html`<p class="notice bad">${say(words, isTooSmall ? "too_small" : "choose_none")}</p>`
        }
      </form>`
    }
    ${renderUnavailable(screen, unavailable)}
    ${
      status !== "choose" &&
      html`<a class="button quiet" href="${pageLink(screen)}" data-action="keep"
        >${say(words, "choose_keep")}</a
      >`
    }
  </section>`
}

/** Options that could not be read are read again on demand. */
function renderLoading(screen: Screen): Html {
  const { words, browser } = screen
  if (browser.isBusy || browser.notice === null) return html`<p class="soft">${say(words, "loading")}</p>`
  return html`<a class="button main" href="${pageLink(screen)}" data-action="choose"
    >${say(words, "retry")}</a
  >`
}

function renderOption(
  { words }: Screen,
  option: OnchainPaymentOption,
  { isFirst, rail }: { isFirst: boolean; rail: string | null }
): Html {
  return html`<label class="option" part="option" data-key="option-${option.id}">
    <input type="radio" name="rail" value="${option.id}" required ${isFirst && html`checked`} />
    <span class="names">
      <strong dir="auto">${option.token}</strong>
      <span dir="auto">${option.network_name}</span>
    </span>
    <span class="price">
      <bdi>${showAmount(words, option.amount, option.token)}</bdi>
      ${option.id === rail && html`<small>${say(words, "choose_last")}</small>`}
    </span>
  </label>`
}

function renderUnavailable({ words }: Screen, unavailable: readonly OnchainUnavailableOption[]): Html | null {
  if (unavailable.length === 0) return null
  const rows = unavailable.map(
    (option) =>
      html`<li>
        <strong>${say(words, "choose_on", { token: option.token, network: option.network_name })}</strong>
        <span>${say(words, REASONS[option.reason] ?? "reason_other")}</span>
      </li>`
  )
  return disclosure({
    name: "unavailable",
    summary: html`${say(words, "choose_unavailable")} (${unavailable.length})`,
    content: html`<ul class="unavailable">
      ${rows}
    </ul>`,
  })
}

/** What a shopper can make something of; the merchant sees the rest in the setup. */
const REASONS: Readonly<Record<string, Key>> = {
  no_rate: "reason_no_rate",
  rate_failed: "reason_rate_failed",
  rate_stale: "reason_rate_stale",
  rate_disputed: "reason_rate_failed",
  below_minimum: "too_small",
}

/** Warns that a second payment may pay twice. The browser enforces the checkbox. */
function renderSwitchWarning({ words, checkout }: Screen): Html | null {
  const { has_seen_payment, claimed_tx_hash } = checkout.payment
  if (!has_seen_payment && claimed_tx_hash === null) return null
  return html`<div class="notice bad" data-key="switch">
    <strong>${say(words, "switch_title")}</strong>
    <span>${say(words, has_seen_payment ? "switch_text" : "switch_claimed")}</span>
    <label class="tick"
      ><input type="checkbox" required name="is_warned" value="yes" />${say(words, "switch_confirm")}</label
    >
  </div>`
}

/** Leads to another network or token: a link, so it works without JavaScript. */
export function renderSwitchLink(screen: Screen): Html | null {
  const { words, checkout } = screen
  const { can_choose, status } = checkout.payment
  if (!can_choose) return null
  const isNext = status === "order_paid_in_part"
  return html`<a
    class="button ${isNext ? "main" : "quiet"}"
    part="switch"
    href="${pageLink(screen, "", "choose=1")}"
    data-action="choose"
    >${say(words, isNext ? "choose_title" : "choose_other")}</a
  >`
}

/** Requests the same network and token at the current price. */
export function renderNewQuote(screen: Screen): Html | null {
  const { words, checkout, browser } = screen
  const { can_choose, rail } = checkout.payment
  if (!can_choose || rail === null) return null
  return html`<form
    method="post"
    action="${pageLink(screen, "/attempts")}"
    data-action="attempt"
    data-key="quote"
  >
    <input type="hidden" name="rail" value="${rail}" />
    ${renderSwitchWarning(screen)}
    <button class="button main" part="button" aria-disabled="${String(browser.isBusy)}">
      ${say(words, "new_quote")}
    </button>
  </form>`
}
