import { html, type Html } from "../view/html"
import type { Words } from "../view/words"

/** Shown when the payment could not be loaded, so its texts may be missing too. */
export function renderProblem(words: Words | null, key: "link_ended" | "not_loaded"): Html {
  const text = (words?.messages ?? PROBLEMS)[key]
  const again = (words?.messages ?? PROBLEMS).retry
  return html`<div
    class="checkout live"
    part="checkout"
    lang="${words?.locale ?? "en"}"
    dir="${words?.direction ?? "ltr"}"
  >
    <div class="card" part="card">
      <div class="body">
        <section class="status bad" part="status">
          <p role="alert">${text}</p>
          ${key === "not_loaded" && html`<button type="button" class="button" data-action="reload">${again}</button>`}
        </section>
      </div>
    </div>
  </div>`
}

/** English only, to keep the script small: each payment brings its own texts. */
export const PROBLEMS = {
  link_ended: "This link no longer works. Open the payment again from the shop.",
  not_loaded: "Your payment could not be loaded. Check your connection.",
  retry: "Try again",
}
