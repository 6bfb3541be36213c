import { disclosure } from "./fields"
import { html, type Html } from "./html"
import { pageLink, type Screen } from "./screen"
import { say } from "./words"

/** Field for a transaction hash, for a payer whose transaction does not show up. */
export function renderClaim(screen: Screen, { open = false }: { open?: boolean } = {}): Html | null {
  const { words, checkout, browser } = screen
  const { claimed_tx_hash, network_name } = checkout.payment
  if (network_name === null) return null
  const known =
    claimed_tx_hash !== null &&
    html`<p class="notice good">
      <span>${say(words, "sent_thanks")}</span>
      <code dir="ltr" translate="no">${claimed_tx_hash}</code>
    </p>`
  return disclosure({
    name: "claim",
    open: open || claimed_tx_hash !== null,
    summary: say(words, "sent_title"),
    content: html`${known}
      <p class="soft">${say(words, "sent_text")}</p>
      <form
        method="post"
        action="${pageLink(screen, "/claims")}"
        data-action="claim"
        ${browser.isLive && html`novalidate`}
      >
        <label for="tx-hash">${say(words, "sent_hash")}</label>
        <div class="line">
          <input
            id="tx-hash"
            name="tx_hash"
            dir="ltr"
            required
            minlength="32"
            maxlength="128"
            autocomplete="off"
            autocapitalize="off"
            spellcheck="false"
          />
          <button class="button" part="button" aria-disabled="${String(browser.isBusy)}">
            ${say(words, "sent_submit")}
          </button>
        </div>
      </form>`,
  })
}
