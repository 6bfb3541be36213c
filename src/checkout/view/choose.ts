import type { OnchainPaymentOption, OnchainUnavailableOption } from "../../types/http"
import { disclosure, renderNotice } from "./fields"
import { html, type Html } from "./html"
import { pageLink, type Screen } from "./screen"
import { networkCost } from "./status-words"
import { asIs, say, showAmount, type Key } from "./words"

/** Choice of a token, then of its network: a plain form that works without JavaScript. */
export function renderChooser(screen: Screen): Html {
  const { words, options, browser } = screen
  const { status } = screen.checkout.payment
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
          ${tokensOf(choices).map((networks, index) => renderToken(screen, networks, index === 0))}
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

/** The options of each token, in the order of the list. */
function tokensOf(choices: readonly OnchainPaymentOption[]): OnchainPaymentOption[][] {
  const tokens = [...new Set(choices.map(({ token }) => token))]
  return tokens.map((name) => choices.filter(({ token }) => token === name))
}

/**
 * A token, and below all tokens its networks while it has the selected one. Its tab is a second label of its first network: there is
 * one group of radio buttons, so what is selected is always what is seen.
 */
function renderToken(screen: Screen, networks: readonly OnchainPaymentOption[], isFirst: boolean): Html {
  const [first] = networks
  return html`<div class="token" data-key="token-${first?.token}">
    <label class="pick" part="token" for="rail-${first?.id}" translate="no">${first?.token}</label>
    <div class="networks">
      ${networks.map((option, index) => renderOption(screen, option, isFirst && index === 0))}
    </div>
  </div>`
}

function renderOption({ words, checkout }: Screen, option: OnchainPaymentOption, isChecked: boolean): Html {
  const { id, token, network_id, network_name, amount } = option
  const cost = networkCost(network_id)
  return html`<label class="option" part="option" data-key="option-${id}">
    <input id="rail-${id}" type="radio" name="rail" value="${id}" required ${isChecked && html`checked`} />
    <span class="names">
      <span class="unseen" translate="no">${token}</span>
      <strong dir="auto" translate="no">${network_name}</strong>
      ${asIs(showAmount(words, roundedUp(amount), token))} ${cost && html`<small>${say(words, cost)}</small>`}
      ${id === checkout.payment.rail && html`<small>${say(words, "choose_last")}</small>`}
    </span>
  </label>`
}

/** Text keeps every digit. The library's types of our target do not know it yet. @see ES2023 */
type ExactFormat = Intl.NumberFormat & { format(amount: string): string }

/**
 * Rounds up to eight digits, for a list in which amounts are compared. The page of a payment has the exact amount.
 *
 * @param amount decimal in token units
 * @example roundedUp("0.005243123456789") // "0.0052431235"
 */
export function roundedUp(amount: string): string {
  const digits = { maximumSignificantDigits: 8, useGrouping: false, roundingMode: "ceil" } as const
  return (new Intl.NumberFormat("en", digits) as ExactFormat).format(amount)
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
  rate_stale: "reason_rate_failed",
  rate_disputed: "reason_rate_failed",
  below_minimum: "too_small",
}

/** Warns that a second payment may pay twice. The browser enforces the checkbox. */
function renderSwitchWarning({ words, checkout }: Screen): Html | null {
  const { has_seen_payment, claimed_tx_hash, is_signed } = checkout.payment
  const isClaimed = claimed_tx_hash !== null
  if (!has_seen_payment && !isClaimed && !is_signed) return null
  const text = has_seen_payment ? "switch_text" : isClaimed ? "switch_claimed" : "sign_unknown"
  return html`<div class="notice bad" data-key="switch">
    <strong>${say(words, "switch_title")}</strong>
    <span>${say(words, text)}</span>
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
