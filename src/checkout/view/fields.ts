import { html, type Html } from "./html"
import type { Screen } from "./screen"
import { type Key, say, sayPlain } from "./words"

const PATHS = {
  check: "M5 12.5l4.5 4.5L19 7.5",
  clock: "M12 7v5l3 2M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z",
  alert: "M12 8v5m0 3.2v.1M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z",
  copy: "M9 9h10v11H9zM15 9V5H5v11h4",
  arrow: "M19 12H5m6-6l-6 6 6 6",
  out: "M14 5h5v5m0-5l-8 8M11 6H5v13h13v-6",
} as const

export type IconName = keyof typeof PATHS

/** Decorative icon: the text next to it says the same. */
export function icon(name: IconName): Html {
  return html`<svg class="icon icon-${name}" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path
      d="${PATHS[name]}"
      fill="none"
      stroke="currentColor"
      stroke-width="2"
      stroke-linecap="round"
      stroke-linejoin="round"
    />
  </svg>`
}

/** Copyable values, named as in the keys `copy_...` and `copied_...`. */
export type CopyName = "amount" | "address" | "memo"

type Field = {
  label: Html
  value: Html
  copy?: { name: CopyName; text: string }
}

/** A labelled value with a copy button. */
export function field(screen: Screen, { label, value, copy }: Field): Html {
  return html`<div class="field" part="field">
    <dt>${label}</dt>
    <dd>${value}${copy && copyButton(screen, copy.name, copy.text)}</dd>
  </div>`
}

/** Hidden without JavaScript, which copying needs. */
export function copyButton({ words, browser }: Screen, name: CopyName, text: string): Html {
  const isCopied = browser.copied === name
  const label: Key = `${isCopied ? "copied" : "copy"}_${name}`
  return html`<button
    type="button"
    class="copy needs-script"
    part="copy"
    data-action="copy"
    data-name="${name}"
    data-copy="${text}"
    aria-label="${sayPlain(words, label)}"
  >
    ${icon(isCopied ? "check" : "copy")}<span>${say(words, isCopied ? "copied" : "copy")}</span>
  </button>`
}

const ENDS = 6

/** An address or hash, left to right, with its first and last characters emphasised for comparison. */
export function codeText(text: string): Html {
  if (text.length <= 3 * ENDS) return html`<code dir="ltr" translate="no"><b>${text}</b></code>`
  return html`<code dir="ltr" translate="no"
    ><b>${text.slice(0, ENDS)}</b>${text.slice(ENDS, -ENDS)}<b>${text.slice(-ENDS)}</b></code
  >`
}

/** Result of the last action; also announced in the live region. */
export function renderNotice({ browser }: Screen): Html | null {
  const { notice } = browser
  return notice && html`<p class="notice ${notice.tone}" data-key="notice" dir="auto">${notice.text}</p>`
}

/** @param open whether it starts open; rendering never closes what the payer opened */
export function disclosure(input: { name: string; summary: Html; content: Html; open?: boolean }): Html {
  return html`<details class="more" data-key="${input.name}" ${input.open === true && html`open`}>
    <summary>${input.summary}</summary>
    <div>${input.content}</div>
  </details>`
}
