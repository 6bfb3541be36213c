import type { OnchainAddressesResponse } from "../../types/http"
import { qrSvg } from "../uri/qr"
import { codeText, icon } from "../view/fields"
import { html, Html } from "../view/html"
import { THEME } from "../view/style"
import { say, sayPlain } from "../view/words"
import type { AddressWords } from "./words"

export type AddressesScreen = {
  shown: OnchainAddressesResponse | "loading" | "failed" | "signed_out"
  /** A list that stays while it is read again. Nothing of it is copied before the new one is there. */
  isReading: boolean
  /** Network id of the address that was copied last. */
  copied: string | null
}

/** Addresses, each with its network, its tokens, and what happens with money sent there. */
export function renderAddresses({ shown, isReading, copied }: AddressesScreen, words: AddressWords): Html {
  return html`<section
    class="addresses"
    part="addresses"
    aria-labelledby="title"
    lang="${words.locale}"
    dir="${words.direction}"
    aria-busy="${String(shown === "loading" || isReading)}"
  >
    <h2 id="title" part="title">${say(words, "title")}</h2>
    ${typeof shown === "string" ? renderWait(shown, words) : renderList(shown, copied, words)}
    <p class="unseen" role="status" data-keep></p>
  </section>`
}

function renderWait(shown: "loading" | "failed" | "signed_out", words: AddressWords): Html {
  if (shown !== "failed") return html`<p class="soft" role="status">${say(words, shown)}</p>`
  return html`<p class="notice bad" role="alert">${say(words, "failed")}</p>
    <button type="button" class="button" data-action="reload">${say(words, "retry")}</button>`
}

function renderList(
  { addresses, unavailable }: OnchainAddressesResponse,
  copied: string | null,
  words: AddressWords
): Html {
  if (addresses.length + unavailable.length === 0) return html`<p class="soft">${say(words, "none")}</p>`
  return html`${addresses.length > 0 && html`<p class="soft">${say(words, "text")}</p>`}
    <ul>
      ${addresses.map((one) => renderAddress(one, copied, words))}
      ${unavailable.map(
        ({ reason, network_id, network_name: network }) =>
          html`<li data-key="${network_id}" class="card" part="unavailable">
            <h3>${network}</h3>
            <p class="notice bad">
              <span
                >${say(words, reason === "not_configured" ? "not_configured" : "unconfirmed", { network })}</span
              >
            </p>
          </li>`
      )}
    </ul>`
}

function renderAddress(
  {
    address,
    network_id: id,
    network_name: network,
    tokens: taken,
  }: OnchainAddressesResponse["addresses"][number],
  copied: string | null,
  words: AddressWords
): Html {
  const tokens = new Intl.ListFormat(words.locale, { type: "disjunction" }).format(taken)
  return html`<li data-key="${id}" class="card" part="address">
    <h3>${network}</h3>
    <div
      class="qr"
      part="qr"
      role="img"
      aria-label="${sayPlain(words, "qr_label", { network })}"
      data-same="${address}"
    >
      ${new Html(qrSvg(address))}
    </div>
    <div class="value">
      ${codeText(address)}
      <button
        type="button"
        class="copy"
        part="copy"
        data-action="copy"
        data-network="${id}"
        data-copy="${address}"
        aria-label="${copied === id ? `${sayPlain(words, "copied")}, ${network}` : sayPlain(words, "copy_label", { network })}"
      >
        ${icon(copied === id ? "check" : "copy")}<span>${say(words, copied === id ? "copied" : "copy")}</span>
      </button>
    </div>
    <p class="notice warn"><span>${say(words, "only", { tokens, network })}</span></p>
  </li>`
}

/** The colours are those of `<onchain-checkout>`, so one set of custom properties serves both elements. */
export const ADDRESSES_STYLE = `${THEME}
*,*::before,*::after{box-sizing:border-box}
.addresses{display:grid;gap:1rem;color:var(--ink);font:1rem/1.45 var(--font);text-align:start;overflow-wrap:anywhere}
h2,h3,p,ul{margin:0;padding:0}
ul{list-style:none;display:grid;gap:1rem;grid-template-columns:repeat(auto-fill,minmax(min(100%,17rem),1fr))}
h2{font-size:1.375rem;line-height:1.25;letter-spacing:-.01em}
h3{font-size:1.0625rem;line-height:1.3}
code{font-family:var(--mono);font-size:.875rem;font-variant-ligatures:none}
[dir=rtl] code{text-align:right}
.soft{color:var(--soft);font-size:.875rem;max-inline-size:44rem;text-wrap:pretty}
.unseen{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.card{display:grid;gap:.75rem;align-content:start;min-inline-size:0;padding:1rem;background:var(--card);border:1px solid var(--line);border-radius:var(--round)}
.qr{inline-size:min(100%,11rem);margin-inline:auto;background:#fff;border:1px solid var(--line);border-radius:calc(var(--round)*.7);overflow:hidden}
.qr svg{display:block;inline-size:100%;block-size:auto}
.value{display:grid;gap:.5rem}
.copy,.button{display:inline-flex;gap:.375rem;align-items:center;justify-content:center;min-block-size:2.75rem;padding:.375rem .875rem;font:600 .875rem/1.2 var(--font);color:var(--ink);background:var(--raised);border:1px solid var(--line);border-radius:calc(var(--round)*.6);cursor:pointer}
.button{justify-self:start}
.copy:hover,.button:hover{border-color:var(--soft)}
.copy:focus-visible,.button:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.icon{inline-size:1.125rem;block-size:1.125rem;flex:none}
.notice{padding:.5rem .75rem;border-radius:calc(var(--round)*.6);font-size:.875rem;max-inline-size:44rem}
.warn{background:var(--warn-ground);color:var(--warn-ink)}
.bad{background:var(--bad-ground);color:var(--bad)}
`
