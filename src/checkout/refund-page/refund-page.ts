import type { OnchainRefundPage } from "../../types/http"
import { jsonForScript } from "../payment-page/payment-page"
import { isWebAddress } from "../view/header"
import { html, Html } from "../view/html"
import { checkoutStyle } from "../view/style"
import { asIs, say, sayPlain, showAmount, showFiat, showTime } from "../view/words"
import { type FormScreen, type RefundWords, renderForm, renderProblem, WALLET_SCRIPT } from "./refund-form"

/** `nonce`: of the inline style and scripts, by the CSP. */
export type RefundPage = FormScreen & { nonce: string }

/** The page on which a shopper proposes where a refund goes. It works without JavaScript. */
export function renderRefundPage(screen: RefundPage): string {
  const { page, words, nonce, typedData } = screen
  const { name, accent_color } = page.shop
  const title = name
    ? sayPlain(words, "refund_page_title", { shop: name })
    : sayPlain(words, "refund_page_title_plain")
  return html`<!doctype html>
    <html lang="${words.locale}" dir="${words.direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <style nonce="${nonce}">
          ${new Html(PAGE_STYLE)}
        </style>
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          <onchain-refund>
            <template shadowrootmode="open">
              <style nonce="${nonce}">
                ${new Html(checkoutStyle(accent_color) + FORM_STYLE)}
              </style>
              ${renderContent(screen)}
            </template>
          </onchain-refund>
        </main>
        ${
          typedData !== null &&
          page.can_propose &&
          html`<script type="application/json" id="typed-data" nonce="${nonce}">
              ${new Html(jsonForScript(typedData))}
            </script>
            <script nonce="${nonce}">
              ${new Html(WALLET_SCRIPT)}
            </script>`
        }
      </body>
    </html>`.markup.replace(/\n\s+/g, "\n")
}

function renderContent(screen: RefundPage): Html {
  const { page, words } = screen
  return html`<div class="checkout" lang="${words.locale}" dir="${words.direction}">
    ${page.environment === "sandbox" && html`<p class="banner">${say(words, "refund_sandbox")}</p>`}
    <div class="card">
      ${renderHeader(screen)}
      <div class="body parts">
        ${renderState(screen)} ${page.can_propose ? renderForm(screen) : renderProblem(screen)}
      </div>
    </div>
    <footer class="foot">
      ${page.can_propose && html`<p>${say(words, "refund_until", { time: showTime(words, page.expires_at, "date") })}</p>`}
      <p>${say(words, "refund_secured")}</p>
    </footer>
  </div>`
}

function renderHeader({ page, words }: RefundPage): Html {
  const { name, logo_url } = page.shop
  return html`<header class="head">
    <div class="shop">
      ${isWebAddress(logo_url) && html`<img class="logo" src="${logo_url}" alt="" />`}
      ${name && html`<strong dir="auto">${name}</strong>`}
    </div>
    <div class="order">
      ${page.order_display_id !== null && html`<span>${say(words, "refund_order", { number: `#${page.order_display_id}` })}</span>`}
      <span>${say(words, "refund_amount")}</span>
      <strong>${asIs(amountOf(page, words))}</strong>
      <span>${asIs(page.token)} · ${asIs(page.network_name)}</span>
    </div>
  </header>`
}

/** Of this refund: in tokens once they are known, else in money. */
function amountOf(
  { token_amount, token, fiat_amount, currency_code }: OnchainRefundPage,
  words: RefundWords
) {
  if (token_amount !== null) return showAmount(words, token_amount, token)
  return fiat_amount === null ? token : showFiat(words, fiat_amount, currency_code)
}

const TONES = { proposed: "busy", approved: "good", declined: "bad" } as const

function renderState({ page, words }: RefundPage): Html | null {
  const { state, is_sending, tx_hash, tx_url } = page
  if (state === "used" || is_sending)
    return html`<section class="notice good" role="status">
        <p>${say(words, state === "used" ? "refund_done" : "refund_sending")}</p>
        ${
          tx_hash !== null &&
          html`<code dir="ltr" translate="no">${tx_hash}</code>
            ${isWebAddress(tx_url) && html`<a href="${tx_url}" rel="noreferrer" target="_blank">${say(words, "refund_view_tx")}</a>`}`
        }
      </section>
      ${renderProposal(page, words)}`
  if (state !== "proposed" && state !== "approved" && state !== "declined") return null
  return html`<p class="notice ${TONES[state]}" role="status">${say(words, `refund_${state}`)}</p>
    ${renderProposal(page, words)}`
}

function renderProposal({ proposal, network_name }: OnchainRefundPage, words: RefundWords): Html | null {
  if (proposal === null) return null
  const { address, memo, is_signed } = proposal
  return html`<dl class="fields">
    <div class="field">
      <dt>${say(words, "refund_address", { network: network_name })}</dt>
      <dd><code dir="ltr" translate="no">${address}</code></dd>
      ${is_signed && html`<dd class="soft">${say(words, "refund_signed")}</dd>`}
    </div>
    ${
      memo !== null &&
      html`<div class="field">
        <dt>${say(words, "refund_memo")}</dt>
        <dd><code dir="ltr" translate="no">${memo}</code></dd>
      </div>`
    }
  </dl>`
}

const PAGE_STYLE = `
:root{color-scheme:light dark;background:#f4f5f8}
@media (prefers-color-scheme:dark){:root{background:#0e1014}}
body{margin:0}
h1{position:absolute;inline-size:1px;block-size:1px;margin:0;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
`

const FORM_STYLE = `
[hidden]{display:none!important}
.parts{display:grid;gap:1rem}
.entry{display:grid;gap:.25rem}
.entry label{font-weight:600;font-size:.9375rem}
.entry input:not([type=checkbox]){inline-size:100%;min-block-size:2.75rem;padding:.5rem .75rem;font:inherit;font-size:1rem;color:var(--ink);background:var(--card);border:1px solid var(--soft);border-radius:calc(var(--round)*.6)}
.entry input.mono{font-family:var(--mono);font-variant-ligatures:none;font-size:.875rem}
.entry input[aria-invalid]{border-color:var(--bad)}
.wrong{color:var(--bad);font-size:.875rem;font-weight:600}
.notice a{color:inherit}
`
