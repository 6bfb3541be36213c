import { paymentTargets } from "../uri/payment-uri"
import { qrSvg } from "../uri/qr"
import { codeText, field, icon } from "./fields"
import { html, Html } from "./html"
import type { Screen } from "./screen"
import { asIs, say, sayPlain, showAmount } from "./words"

/** Wallet buttons, the QR code, and the values to copy, memo before address. */
export function renderWallet(screen: Screen): Html {
  const { words, checkout } = screen
  const { payment } = checkout
  const targets = paymentTargets(payment)
  const address = payment.deposit_address ?? ""
  return html`<div class="buttons">
      ${renderWalletButtons(screen)}
      <slot name="wallet"></slot>
      ${
        targets?.walletUri &&
        !isSent(screen) &&
        html`<a class="button main open-wallet" part="button" href="${targets.walletUri}" data-action="open"
          >${icon("out")}<span>${say(words, "open_wallet")}</span></a
        >`
      }
    </div>
    ${targets && renderQr(screen, targets)}
    <dl class="fields">
      ${
        payment.memo === null
          ? field(screen, {
              label: say(words, "address"),
              value: codeText(address),
              copy: { name: "address", text: address },
            })
          : renderSteps(screen, payment.memo)
      }
      ${field(screen, {
        label: say(words, "amount"),
        value: asIs(showAmount(words, payment.remaining_amount, payment.token)),
        copy: { name: "amount", text: payment.remaining_amount ?? "" },
      })}
      ${renderAsset(screen)}
    </dl>`
}

function renderSteps(screen: Screen, memo: string): Html {
  const { words, checkout } = screen
  const address = checkout.payment.deposit_address ?? ""
  return html`${field(screen, {
      label: html`<span class="number">1</span> ${say(words, "memo_first")} · ${say(words, "memo_type")}`,
      value: codeText(memo),
      copy: { name: "memo", text: memo },
    })}
    ${field(screen, {
      label: html`<span class="number">2</span> ${say(words, "memo_then_address")}`,
      value: codeText(address),
      copy: { name: "address", text: address },
    })}
    <div class="field">
      <dt class="unseen">${say(words, "memo")}</dt>
      <dd class="notice warn">
        ${renderMemoQuestion(screen) ?? html`<span>${say(words, "memo_warning")}</span>`}
      </dd>
    </div>`
}

/** Asks for the memo before the address is first copied: a payment without it must be matched by hand. */
export function renderMemoQuestion({ words, browser, checkout }: Screen): Html | null {
  const { memo } = checkout.payment
  if (!browser.isMemoAsked || memo === null) return null
  return html`<strong>${say(words, "memo_ask_title")}</strong>
    <span>${say(words, "memo_ask_text", { memo })}</span>
    <span class="line">
      <button type="button" class="button main" data-action="memo-copy">
        ${say(words, "memo_ask_copy")}
      </button>
      <button type="button" class="button" data-action="memo-known">${say(words, "memo_ask_yes")}</button>
    </span>`
}

/** A transaction was sent or may be, and the payer does not insist on another one. */
const isSent = ({ browser, checkout: { payment } }: Screen) =>
  (payment.claimed_tx_hash !== null || payment.is_signed) && !browser.isSendingAgain

/** In front of every way to pay, once a transaction was sent. */
export function renderSentWarning(screen: Screen): Html | null {
  if (!isSent(screen)) return null
  const { words, checkout } = screen
  const isKnown = checkout.payment.claimed_tx_hash !== null
  return html`<p class="notice warn" data-key="again">
    <span>${say(words, isKnown ? "wallet_again" : "sign_unknown")}</span>
    <button type="button" class="button needs-script" data-action="send-again">
      ${say(words, "wallet_send_again")}
    </button>
  </p>`
}

function renderWalletButtons(screen: Screen): readonly Html[] {
  const { words, browser, checkout } = screen
  const { can_sign, claimed_tx_hash } = checkout.payment
  const isSentOnce = isSent(screen)
  // The same signature is sent again, which pays once.
  if (isSentOnce && claimed_tx_hash !== null) return []
  return browser.wallets.map(
    ({ id, name, icon: picture }) =>
      html`${
        can_sign &&
        html`<button
          type="button"
          class="button main"
          part="button wallet-button"
          data-key="sign-${id}"
          data-action="sign"
          data-wallet="${id}"
          aria-disabled="${String(browser.isBusy)}"
        >
          <span>${say(words, "sign_with", { wallet: name })}</span>
        </button>`
      }
      ${
        !isSentOnce &&
        html`<button
          type="button"
          class="button main"
          part="button wallet-button"
          data-key="wallet-${id}"
          data-action="wallet"
          data-wallet="${id}"
          aria-disabled="${String(browser.isBusy)}"
        >
          ${picture !== null && picture.startsWith("data:image/") && html`<img src="${picture}" alt="" />`}
          <span>${say(words, "pay_with", { wallet: name })}</span>
        </button>`
      }`
  )
}

type Targets = NonNullable<ReturnType<typeof paymentTargets>>

function renderQr({ words, browser }: Screen, { qr, plain }: Targets): Html {
  const label = sayPlain(words, "qr_label")
  const code = (text: string, style: string) =>
    html`<div class="qr ${style}" part="qr" role="img" aria-label="${label}" data-same="${text}">
      ${new Html(qrSvg(text))}
    </div>`
  // Without JavaScript one code is enough: the address can be copied.
  if (qr.kind === "address" || qr.text === plain || !browser.isLive) return code(qr.text, "")
  return html`<div class="codes">
    ${code(qr.text, "request")} ${code(plain, "plain")}
    <fieldset class="tabs small">
      <legend class="unseen">${say(words, "qr_kind")}</legend>
      <label
        ><input type="radio" name="qr" value="request" checked /><span
          >${say(words, "qr_request")}</span
        ></label
      >
      <label
        ><input type="radio" name="qr" value="plain" class="to-plain" /><span
          >${say(words, "qr_address")}</span
        ></label
      >
    </fieldset>
  </div>`
}

/** The exact asset, to compare with what the wallet shows. */
function renderAsset(screen: Screen): readonly Html[] {
  const { words, checkout } = screen
  const { payment } = checkout
  const contract = payment.contract_address
  const rows: (Html | null)[] = [
    contract === null
      ? null
      : field(screen, {
          label: say(words, payment.chain === "stellar" ? "token_issuer" : "token_contract"),
          value: codeText(contract),
        }),
    // Contract or issuer say it already.
    payment.canonical_asset_id === null || payment.canonical_asset_id.split(":").at(-1) === contract
      ? null
      : field(screen, { label: say(words, "asset"), value: codeText(payment.canonical_asset_id) }),
  ]
  return rows.filter((row) => row !== null)
}
