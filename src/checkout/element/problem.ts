import { isWebAddress } from "../view/header"
import { html, type Html } from "../view/html"
import type { Words } from "../view/words"

/** Shown when the payment could not be loaded, so its texts may be missing too. */
export function renderProblem(
  words: Words | null,
  key: "link_ended" | "not_loaded",
  returnUrl: string | null
): Html {
  const text = (words?.messages ?? PROBLEMS)[key]
  const { retry, back_to_shop } = words?.messages ?? PROBLEMS
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
          ${key === "not_loaded" && html`<button type="button" class="button" data-action="reload">${retry}</button>`}
          ${isWebAddress(returnUrl) && html`<a class="button main" href="${returnUrl}" rel="noreferrer" target="_top">${back_to_shop}</a>`}
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
  back_to_shop: "Back to the shop",
}
