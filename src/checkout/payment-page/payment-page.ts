import type { OnchainCheckout, OnchainPaymentOptionsResponse } from "../../types/http"
import { renderCheckout } from "../view/checkout"
import { html, Html } from "../view/html"
import { isOfStatus } from "../view/phase"
import { AT_REST, type Screen } from "../view/screen"
import { statusWords } from "../view/status-words"
import { checkoutStyle } from "../view/style"
import { sayPlain, type Words } from "../view/words"

export type PaymentPage = {
  checkout: OnchainCheckout
  words: Words
  options: OnchainPaymentOptionsResponse | null
  /** Base path of the page and its routes. */
  src: string
  /** Query parameters that forms and links keep, such as `locale=de`. */
  query?: string
  /** Return address from the URL, on a configured storefront; it overrides the payment's own. */
  returnUrl?: string | null
  /** Result of a form sent without JavaScript. */
  notice: Screen["browser"]["notice"]
  /** CSP nonce of the inline style and script. */
  nonce: string
  /** Path of the element's script; null when it was not built. */
  scriptPath: string | null
  isRedirectedAfterPaid: boolean
}

const REFRESH_SECONDS = 10
/** Where a payer may be copying, or entering a transaction. */
const SLOW_REFRESH_SECONDS = 45

/**
 * The hosted page: a server-rendered `<onchain-checkout>` that works without JavaScript. With JavaScript the element upgrades
 * it in place.
 */
export function renderPaymentPage(page: PaymentPage): string {
  const { checkout, words, options, src, query = "", nonce, scriptPath, returnUrl = null } = page
  const screen: Screen = {
    ...{ checkout, words, options, src, query },
    returnUrl: returnUrl ?? checkout.return_url,
    nowMs: Date.parse(checkout.server_time),
    browser: { ...AT_REST, notice: page.notice },
  }
  const { name, accent_color } = checkout.shop
  const pageName = name ? sayPlain(words, "page_title", { shop: name }) : sayPlain(words, "page_title_plain")
  const { status } = checkout.payment
  const title = `${sayPlain(words, statusWords(checkout.payment).title)} · ${pageName}`
  // A refresh would lose the payer's choice.
  const isRefreshed = !isOfStatus(status, "final") && options === null
  const isFilledIn = isOfStatus(status, "payable") || isOfStatus(status, "claimable")
  return html`<!doctype html>
    <html lang="${words.locale}" dir="${words.direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        ${isRefreshed && html`<noscript><meta http-equiv="refresh" content="${isFilledIn ? SLOW_REFRESH_SECONDS : REFRESH_SECONDS}" /></noscript>`}
        <style nonce="${nonce}">
          ${new Html(PAGE_STYLE)}
        </style>
        ${scriptPath !== null && html`<script type="module" src="${scriptPath}" nonce="${nonce}"></script>`}
      </head>
      <body>
        <main>
          <h1>${pageName}</h1>
          <onchain-checkout
            src="${src}"
            locale="${words.locale}"
            ${returnUrl !== null && html`return-url="${returnUrl}"`}
            ${page.isRedirectedAfterPaid && html`redirect-after-paid`}
          >
            <template shadowrootmode="open">
              <style nonce="${nonce}">
                ${new Html(checkoutStyle(accent_color))}
              </style>
              ${renderCheckout(screen)}
            </template>
            <script type="application/json" nonce="${nonce}">
              ${new Html(jsonForScript({ checkout, words, options }))}
            </script>
          </onchain-checkout>
        </main>
      </body>
    </html>`.markup.replace(/\n\s+/g, "\n")
}

/** Only the page background; the element styles everything else. */
const PAGE_STYLE = `
:root{color-scheme:light dark;background:#f4f5f8}
@media (prefers-color-scheme:dark){:root{background:#0e1014}}
body{margin:0}
h1{position:absolute;inline-size:1px;block-size:1px;margin:0;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
`

/** Escapes JSON so that it cannot close its script element or open a comment. */
export function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replace(/[<>\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`
  })
}
