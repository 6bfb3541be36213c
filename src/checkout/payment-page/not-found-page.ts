import { createHash } from "node:crypto"
import { html, Html } from "../view/html"

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
