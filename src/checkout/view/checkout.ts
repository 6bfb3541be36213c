import type { OnchainPayerStatus } from "../../types/http"
import { renderChooser } from "./choose"
import { renderNotice } from "./fields"
import { renderFooter, renderHeader } from "./header"
import { html, type Html } from "./html"
import { renderAsk, renderExtras, renderHow } from "./pay"
import { isOfStatus } from "./status-words"
import type { Screen } from "./screen"
import { renderStatus } from "./status"
import { say } from "./words"

/** The content of `<onchain-checkout>`, identical on the server and in the browser. */
export function renderCheckout(screen: Screen): Html {
  const { checkout, words, browser } = screen
  const { status, environment } = checkout.payment
  return html`<div
    class="checkout ${browser.isLive && "live"}"
    part="checkout"
    lang="${words.locale}"
    dir="${words.direction}"
    data-status="${status}"
  >
    ${environment === "sandbox" && html`<p class="banner" part="banner" data-key="sandbox">${say(words, "sandbox")}</p>`}
    ${browser.isOffline && html`<p class="banner offline" part="banner" data-key="offline">${say(words, "offline")}</p>`}
    <div class="card" part="card">${renderHeader(screen)} ${renderBody(screen)}</div>
    ${renderFooter(screen)}
    <p class="unseen" role="status" aria-live="polite" data-keep></p>
  </div>`
}

function renderBody(screen: Screen): Html {
  const { checkout, options, nowMs } = screen
  const { status, can_choose, deposit_address, expires_at } = checkout.payment
  if (status === "choose" || (options !== null && can_choose))
    return html`<div class="body" data-key="choose">${renderChooser(screen)}</div>`
  // A customer's own address is confirmed before it is shown.
  const isAddressDue = isOfStatus(status, "payable") && deposit_address === null
  if (isAddressDue) return renderBody(withStatus(screen, "preparing"))
  // Until the server says what has become of it, nothing is sent to a price that is over.
  const isOver = expires_at !== null && Date.parse(expires_at) <= nowMs
  if (isOfStatus(status, "payable"))
    return html`<div class="body pay" data-key="pay">
      ${renderAsk(screen)} ${isOver ? renderNotice(screen) : renderHow(screen)} ${renderExtras(screen)}
    </div>`
  return html`<div class="body" data-key="status-${status}">${renderStatus(screen)}</div>`
}

function withStatus(screen: Screen, status: OnchainPayerStatus): Screen {
  const { checkout } = screen
  return { ...screen, checkout: { ...checkout, payment: { ...checkout.payment, status } } }
}
