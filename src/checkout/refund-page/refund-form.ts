import type { OnchainRefundPage } from "../../types/http"
import { directionOf, LOCALES, pickLocale, readAcceptLanguage, type RefundMessages } from "../locales"
import en from "../locales/en.json"
import type { ShopWords } from "../payment-page/payment-page"
import { html, type Html } from "../view/html"
import { say } from "../view/words"

/** A language of the refund page. Times are in UTC: the server does not know the shopper's zone. */
export type RefundWords = {
  locale: string
  direction: "ltr" | "rtl"
  messages: RefundMessages
  timeZone: string
}
type RefundKey = keyof RefundMessages

/** Picks the language of a page, and applies the shop's own texts, as the payment page does. */
export function refundWords(
  { locales, words }: ShopWords,
  asked: { locale?: string | undefined; acceptLanguage?: string | undefined }
): RefundWords {
  const preferred = [
    ...(asked.locale === undefined ? [] : [asked.locale]),
    ...readAcceptLanguage(asked.acceptLanguage ?? ""),
  ]
  const known = Object.keys(LOCALES)
  const offered = (locales ?? known).filter((tag) => Object.hasOwn(LOCALES, languageOf(tag)))
  const locale = pickLocale(preferred, offered)
  const own = words[locale] ?? words[languageOf(locale)] ?? {}
  const messages = { ...en.refund, ...LOCALES[languageOf(locale)]?.refund, ...ownTexts(own) }
  return { locale, direction: directionOf(locale), messages, timeZone: "UTC" }
}

function languageOf(tag: string): string {
  return (tag.split("-", 1)[0] ?? tag).toLowerCase()
}

/** Ignores empty texts and unknown keys. */
function ownTexts(words: Readonly<Record<string, string>>): Partial<RefundMessages> {
  return Object.fromEntries(
    Object.entries(words).filter(([key, text]) => Object.hasOwn(en.refund, key) && text.trim() !== "")
  )
}

/** As it was typed. */
export type EnteredProposal = { email: string; address: string; memo: string; has_no_memo: boolean }

/** What is wrong, and with which field. Codes of the server. */
export type FormProblem = { field: string; code: string }

export type FormScreen = {
  page: OnchainRefundPage
  words: RefundWords
  /** Where the form goes, with the language it keeps. */
  action: string
  /** What was sent and refused; nothing of it is stored. */
  entered: EnteredProposal | null
  problem: FormProblem | null
  /** For a wallet to sign; null where none can. */
  typedData: object | null
}

const PROBLEM_WORDS: Readonly<Record<string, RefundKey>> = {
  email_wrong: "refund_error_email",
  paused: "refund_error_paused",
  busy: "refund_error_busy",
  network_not_payable: "refund_error_network",
  unknown_network: "refund_error_network",
  test_network: "refund_error_network",
  wrong_chain: "refund_error_chain",
  burn: "refund_error_unsafe",
  token_contract: "refund_error_unsafe",
  own_address: "refund_error_unsafe",
  memo_missing: "refund_error_memo_missing",
  memo_invalid: "refund_error_memo",
  memo_unsupported: "refund_error_memo",
  memo_conflict: "refund_error_memo",
  link_ended: "refund_error_ended",
  payout_confirmed: "refund_error_ended",
  refund_done: "refund_error_ended",
  unavailable: "refund_error_unavailable",
}

/** Whatever else is wrong with an address makes it invalid. */
function problemKey({ code }: FormProblem): RefundKey {
  return (Object.hasOwn(PROBLEM_WORDS, code) ? PROBLEM_WORDS[code] : undefined) ?? "refund_error_address"
}

/** The form, closed once something is proposed, unless it was refused. */
export function renderForm(screen: FormScreen): Html {
  const { page, words, problem } = screen
  const isFirst = page.state === "open" || page.state === "declined"
  if (isFirst) return renderFields(screen)
  return html`<details class="more" ${problem !== null && html`open`}>
    <summary>${say(words, "refund_change")}</summary>
    <div>${renderFields(screen)}</div>
  </details>`
}

/** Nothing of what was sent is stored; also where the form is gone meanwhile. */
export function renderProblem({
  page,
  words,
  problem,
}: Pick<FormScreen, "page" | "words" | "problem">): Html | null {
  if (problem === null) return null
  return html`<p class="notice bad" role="alert">
    <strong>${say(words, "refund_error_title")}</strong>
    <span>${say(words, problemKey(problem), { network: page.network_name })}</span>
  </p>`
}

function renderFields(screen: FormScreen): Html {
  const { page, words, action, entered, typedData } = screen
  const network = page.network_name
  return html`<form method="post" action="${action}" autocomplete="off">
    <h2>${say(words, "refund_ask")}</h2>
    ${renderProblem(screen)}
    <input type="hidden" name="network_id" value="${page.network_id}" />
    <input type="hidden" name="signature" value="" />
    <p class="soft">${say(words, "refund_network_note", { network })} ${say(words, "refund_fee")}</p>
    ${renderEntry(screen, "address", {
      label: say(words, "refund_address", { network }),
      hint: say(words, "refund_check"),
      input: html`type="text" class="mono" dir="ltr" maxlength="200" spellcheck="false" autocapitalize="off"
      required value="${entered?.address}"`,
    })}
    ${typedData !== null && renderWallet(words)} ${page.has_memos && renderMemo(screen)}
    ${renderEntry(screen, "email", {
      label: say(words, "refund_email"),
      hint: say(words, "refund_email_hint"),
      input: html`type="email" dir="ltr" maxlength="320" autocomplete="email" required
      value="${entered?.email}"`,
    })}
    <button class="button main" type="submit">${say(words, "refund_submit")}</button>
  </form>`
}

/** Shown by the script, where there is a wallet. */
function renderWallet(words: RefundWords): Html {
  return html`<div class="entry" data-wallet hidden>
    <button class="button" type="button">${say(words, "refund_wallet")}</button>
    <p class="soft">${say(words, "refund_wallet_hint")}</p>
    <p class="soft" role="status" data-signed hidden>${say(words, "refund_wallet_done")}</p>
    <p class="soft" role="status" data-unsigned hidden>${say(words, "refund_wallet_failed")}</p>
  </div>`
}

function renderMemo(screen: FormScreen): Html {
  const { words, entered } = screen
  return html`${renderEntry(screen, "memo", {
      label: say(words, "refund_memo"),
      hint: say(words, "refund_memo_hint"),
      input: html`type="text" class="mono" dir="ltr" maxlength="100" spellcheck="false" autocapitalize="off"
      value="${entered?.memo}"`,
    })}
    <label class="tick"
      ><input type="checkbox" name="has_no_memo" value="true" ${entered?.has_no_memo && html`checked`} />
      <span>${say(words, "refund_no_memo")}</span></label
    >`
}

function renderEntry(
  { words, page, problem }: FormScreen,
  name: string,
  { label, hint, input }: { label: Html; hint: Html; input: Html }
): Html {
  const isWrong = problem?.field === name
  return html`<div class="entry">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      ${input}
      aria-describedby="${name}-hint${isWrong && html` ${name}-wrong`}"
      ${isWrong && html`aria-invalid="true"`}
    />
    ${isWrong && html`<p class="wrong" id="${name}-wrong">${say(words, problemKey(problem), { network: page.network_name })}</p>`}
    <p class="soft" id="${name}-hint">${hint}</p>
  </div>`
}

/**
 * Lets a wallet fill in its address and sign it. Without one, or when it refuses, the form works as it is. A
 * changed address is no longer signed.
 */
export const WALLET_SCRIPT = `
(() => {
  const wallet = window.ethereum
  const root = document.querySelector("onchain-refund")?.shadowRoot
  const box = root?.querySelector("[data-wallet]")
  if (!wallet || !box) return
  const typed = JSON.parse(document.getElementById("typed-data").textContent)
  const form = box.closest("form")
  const { address, signature } = form.elements
  const show = (isSigned, isRefused) => {
    box.querySelector("[data-signed]").hidden = !isSigned
    box.querySelector("[data-unsigned]").hidden = !isRefused
  }
  box.hidden = false
  address.addEventListener("input", () => {
    signature.value = ""
    show(false, false)
  })
  box.querySelector("button").addEventListener("click", async () => {
    signature.value = ""
    try {
      const [account] = await wallet.request({ method: "eth_requestAccounts" })
      address.value = account
      const data = { ...typed, message: { ...typed.message, address: account } }
      signature.value = await wallet.request({
        method: "eth_signTypedData_v4",
        params: [account, JSON.stringify(data)],
      })
      show(true, false)
    } catch {
      show(false, true)
    }
  })
})()
`
