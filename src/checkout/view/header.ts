import { html, type Html } from "./html"
import { icon } from "./fields"
import { isOfStatus } from "./status-words"
import type { Screen } from "./screen"
import { asIs, say, showFiat } from "./words"

export function renderHeader({ checkout, words }: Screen): Html {
  const { shop, order, payment } = checkout
  return html`<header class="head" part="header">
    <div class="shop">
      ${isWebAddress(shop.logo_url) && html`<img class="logo" part="logo" src="${shop.logo_url}" alt="" />`}
      ${shop.name && html`<strong dir="auto">${shop.name}</strong>`}
    </div>
    <div class="order">
      ${order.display_id !== null && html`<span>${say(words, "order", { number: `#${order.display_id}` })}</span>`}
      <strong>${asIs(showFiat(words, payment.fiat_amount, payment.currency_code))}</strong>
    </div>
  </header>`
}

/** Footer of every state: return link, contact and reference. */
export function renderFooter(screen: Screen): Html {
  const { checkout, words, returnUrl } = screen
  const { name } = checkout.shop
  const { status, can_choose } = checkout.payment
  // Returning is the only step left.
  const isNext = status === "paid" || (isOfStatus(status, "ended") && !can_choose)
  return html`<footer class="foot" part="footer">
    ${
      isWebAddress(returnUrl) &&
      html`<a
        class="button ${isNext ? "main" : "quiet"}"
        part="return"
        href="${returnUrl}"
        rel="noreferrer"
        target="_top"
        >${icon("arrow")}<span
          >${name ? say(words, "back_to", { shop: name }) : say(words, "back_to_shop")}</span
        ></a
      >`
    }
    ${renderContact(screen)}
    <p class="reference">${renderReference(screen)}</p>
    <p>${say(words, "secured")}</p>
  </footer>`
}

/** The order's number, which the shop asks for first. */
export function renderReference({ checkout, words }: Screen): Html {
  const { display_id } = checkout.order
  return html`${say(words, "reference")}
    ${display_id !== null && html`<strong dir="ltr">#${display_id}</strong> ·`}
    <code dir="ltr" translate="no">${checkout.payment.session_id}</code>`
}

function renderContact({ checkout, words }: Screen): Html | null {
  const { email, url } = checkout.shop.support
  if (!email && !isWebAddress(url)) return null
  return html`<p class="contact">
    ${say(words, "help")}
    ${email && html`<a href="mailto:${encodeURI(email)}">${say(words, "contact_email", { email })}</a>`}
    ${isWebAddress(url) && html`<a href="${url}" rel="noreferrer" target="_blank">${say(words, "contact_url")}</a>`}
  </p>`
}

/** Drops URLs of any other scheme, such as `javascript:`. */
export function isWebAddress(url: string | null): url is string {
  return url !== null && /^https?:\/\//i.test(url)
}
