import { createHash } from "node:crypto"
import { html, Html, STYLE } from "./html"

/** For an unknown, an expired and a revoked link. */
export const NOT_FOUND_PAGE = html`<!doctype html>
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      <title>This link does not open a payment</title>
      <style>
        ${new Html(STYLE)}
      </style>
    </head>
    <body>
      <main>
        <div class="card">
          <h1 class="bad">This link does not open a payment</h1>
          <p class="lead">
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
