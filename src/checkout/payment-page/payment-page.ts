import { createHash } from "node:crypto"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { brotliCompressSync, constants, gzipSync } from "node:zlib"
import { readAcceptLanguage, wordsFor } from "../locales"
import { renderCheckout } from "../view/checkout"
import { html, Html } from "../view/html"
import { isOfStatus, statusWords } from "../view/status-words"
import { AT_REST, type Screen } from "../view/screen"
import { checkoutStyle } from "../view/style"
import { sayPlain, type Words } from "../view/words"

/** An element's bundle, in each encoding. */
type ElementScript = {
  /** `<hash>.js`, by content, so it can be cached forever. */
  fileName: string
  content: Readonly<Record<"br" | "gzip" | "identity", Buffer>>
}

/** Built next to this folder by `scripts/package/build-checkout.ts`. */
export const BUNDLES = ["onchain-checkout", "onchain-addresses", "onchain-authorization"] as const
type Bundle = (typeof BUNDLES)[number]

const known = new Map<Bundle, ElementScript | null>()

/** Reads and compresses a bundle once. @returns null when it was not built, as in unit tests */
export function loadElementScript(bundle: Bundle = "onchain-checkout"): ElementScript | null {
  const script = known.get(bundle) ?? readBundle(join(__dirname, "..", `${bundle}.mjs`))
  known.set(bundle, script)
  return script
}

function readBundle(path: string): ElementScript | null {
  if (!existsSync(path)) return null
  const identity = readFileSync(path)
  const hash = createHash("sha256").update(identity).digest("hex").slice(0, 16)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
  return {
    fileName: `${hash}.js`,
    content: {
      identity,
      gzip: gzipSync(identity, { level: 9 }),
      br: brotliCompressSync(identity, { params }),
    },
  }
}

const STYLE = `
:root { color-scheme: light dark; --ground: #f4f5f8; --card: #fff; --ink: #14171f; --soft: #596072; --line: #dfe3ea; --bad: #a8231b; }
@media (prefers-color-scheme: dark) { :root { --ground: #0e1014; --card: #171a21; --ink: #f2f4f8; --soft: #a8b0bf; --line: #2c313c; --bad: #ff9a91; } }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { max-width: 27rem; margin: 0 auto; padding: 1.5rem .75rem 3rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: 1.25rem; }
h1 { font-size: 1.375rem; line-height: 1.25; margin: 0 0 .5rem; color: var(--bad); }
p { margin: 0; color: var(--soft); }
`

/** For an unknown, an expired and a revoked link. */
export const NOT_FOUND_PAGE = html`<!doctype html>
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      <title>This link does not work</title>
      <style>
        ${new Html(STYLE)}
      </style>
    </head>
    <body>
      <main>
        <div class="card">
          <h1>This link does not work</h1>
          <p>
            It may have expired, or a newer one took its place. Do not send anything. Open the payment from
            the shop, or from the latest mail about your order.
          </p>
        </div>
      </main>
    </body>
  </html>`.markup

const [, style = ""] = /<style>([^]*)<\/style>/.exec(NOT_FOUND_PAGE) ?? []

export const NOT_FOUND_POLICY =
  `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; ` +
  `base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/**
 * Content security policy of the hosted page. The shop's logo is the only outside resource.
 *
 * @param input.framedBy origins that may frame the page; none by default
 */
export function pagePolicy(input: {
  nonce: string
  logoUrl: string | null
  framedBy: readonly string[]
}): string {
  const { nonce, logoUrl, framedBy } = input
  // Wallet icons are data URLs.
  const pictures = logoUrl === null ? "data:" : `data: ${new URL(logoUrl).origin}`
  return [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    `img-src ${pictures}`,
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${framedBy.length === 0 ? "'none'" : framedBy.join(" ")}`,
  ].join("; ")
}

/** The options `checkout.locales` and `checkout.words`. */
export type ShopWords = {
  /** The first is the fallback. @default all languages */
  locales?: readonly string[]
  words: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** Picks the language of a page, by the link or the element before the header `Accept-Language`, and applies the shop's own texts. */
export function pageWords(
  shop: ShopWords,
  asked: { locale?: string | undefined; acceptLanguage?: string | undefined }
): Words {
  const preferred = [
    ...(asked.locale === undefined ? [] : [asked.locale]),
    ...readAcceptLanguage(asked.acceptLanguage ?? ""),
  ]
  return { ...wordsFor(preferred, shop), timeZone: "UTC" }
}

export type PaymentPage = Pick<Screen, "checkout" | "words" | "options" | "src"> & {
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
