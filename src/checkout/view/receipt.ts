import { codeText, icon } from "./fields"
import { isWebAddress, renderReference } from "./header"
import { html, type Html } from "./html"
import type { Screen } from "./screen"
import { asIs, say, showAmount, showFiat, showTime } from "./words"

export function renderReceipt(screen: Screen): Html {
  const { words, checkout } = screen
  const { payment, shop, order } = checkout
  const rows: [Html, Html | false][] = [
    [say(words, "total"), html`<bdi>${showFiat(words, payment.fiat_amount, payment.currency_code)}</bdi>`],
    [
      say(words, "receipt_received"),
      html`<bdi>${showAmount(words, payment.received_amount ?? payment.amount, payment.token)}</bdi>`,
    ],
    [say(words, "network"), payment.network_name !== null && html`<bdi>${payment.network_name}</bdi>`],
    [
      say(words, "receipt_rate"),
      payment.rate !== null &&
        say(words, "receipt_rate_value", {
          amount: showAmount(words, "1", payment.token),
          fiat: showFiat(words, payment.rate.price, payment.currency_code),
        }),
    ],
    [
      say(words, "paid_title"),
      payment.paid_at !== null && html`<bdi>${showTime(words, payment.paid_at, "date")}</bdi>`,
    ],
    [
      say(words, "receipt_date"),
      payment.rate !== null && html`<bdi>${showTime(words, payment.rate.at, "date")}</bdi>`,
    ],
  ]
  return html`<div class="receipt" part="receipt">
    <h3>
      ${say(words, "receipt")} ${shop.name && html`<span class="only-print" dir="auto">${shop.name}</span>`}
      ${order.display_id !== null && html`<span class="soft">${say(words, "order", { number: `#${order.display_id}` })}</span>`}
    </h3>
    <dl>
      ${rows.map(
        ([name, value]) =>
          value !== false &&
          html`<div>
            <dt>${name}</dt>
            <dd translate="no">${value}</dd>
          </div>`
      )}
    </dl>
    ${renderTransactions(screen)}
    <p class="only-print">${renderReference(screen)}</p>
    <button type="button" class="button quiet needs-script" part="button" data-action="print">
      ${say(words, "receipt_print")}
    </button>
  </div>`
}

/** What has arrived, each with a block explorer link. */
export function renderTransactions({ words, checkout }: Screen): Html {
  const rows = checkout.payment.transactions.map(
    ({ amount, token, network_name, tx_hash, tx_url }) =>
      html`<div class="transaction">
        <span class="soft">
          ${say(words, "receipt_transaction")} ${amount !== null && asIs(showAmount(words, amount, token))}
          ${asIs(network_name)}
        </span>
        ${tx_hash !== null && html`<span>${codeText(tx_hash)}</span>`}
        ${
          isWebAddress(tx_url) &&
          html`<a href="${tx_url}" target="_blank" rel="noreferrer"
            >${say(words, "view_transaction")} ${icon("out")}</a
          >`
        }
      </div>`
  )
  return html`${rows}`
}
