export class Html {
  constructor(readonly markup: string) {}
}

/**
 * Builds markup and escapes every value but {@link Html}; null, undefined and false leave nothing.
 *
 * @example html`<p>${"<script>"}</p>`.markup // "<p>&lt;script&gt;</p>"
 */
export function html(parts: TemplateStringsArray, ...values: readonly unknown[]): Html {
  const markup = parts.reduce((text, part, index) => text + toMarkup(values[index - 1]) + part)
  return new Html(markup)
}

function toMarkup(value: unknown): string {
  if (value instanceof Html) return value.markup
  if (Array.isArray(value)) return value.map(toMarkup).join("")
  if (value === null || value === undefined || value === false) return ""
  return escapeHtml(String(value))
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
}

/**
 * Copy buttons, countdown, and a reload when the payment changes.
 *
 * Polls the page's own status route, which costs no gateway call. Without scripts the page refreshes itself.
 */
export const SCRIPT = `
(() => {
  const root = document.querySelector("[data-fingerprint]")
  const said = document.querySelector("[data-said]")
  const canCopy = Boolean(navigator.clipboard)
  for (const button of canCopy ? document.querySelectorAll("[data-copy]") : []) {
    button.hidden = false
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(button.dataset.copy)
      const label = button.textContent
      button.textContent = "Copied"
      said.textContent = button.dataset.name + " copied"
      setTimeout(() => { button.textContent = label }, 1500)
    })
  }
  const countdown = document.querySelector("[data-expires]")
  const tick = () => {
    const left = Math.max(0, Date.parse(countdown.dataset.expires) - Date.now())
    const minutes = Math.floor(left / 60000)
    const seconds = String(Math.floor(left / 1000) % 60).padStart(2, "0")
    countdown.textContent = left > 0 ? minutes + ":" + seconds + " left" : "any moment now"
  }
  if (countdown) { tick(); setInterval(tick, 1000) }
  let pause = 2000
  const poll = async () => {
    try {
      const answer = await fetch(root.dataset.status, { headers: { accept: "application/json" } })
      if (answer.ok) {
        const { fingerprint } = await answer.json()
        if (fingerprint !== root.dataset.fingerprint) return location.reload()
        pause = 2000
      } else { pause = Math.min(pause * 2, 30000) }
    } catch { pause = Math.min(pause * 2, 30000) }
    setTimeout(poll, pause)
  }
  if (root.dataset.final !== "true") setTimeout(poll, pause)
  if (root.dataset.retry) setTimeout(() => location.reload(), Number(root.dataset.retry))
})()
`

export const STYLE = `
:root { color-scheme: light dark; --bg: #f6f7f9; --card: #fff; --text: #16181d; --soft: #5b6270; --line: #e2e5ea; --accent: #2f5bea; --good: #0f7a4a; --bad: #b3261e; --warn-bg: #fff4d6; --warn-text: #5c4300; }
@media (prefers-color-scheme: dark) { :root { --bg: #111317; --card: #1a1d23; --text: #f0f2f5; --soft: #a3abb8; --line: #30353e; --accent: #8aa6ff; --good: #57d19a; --bad: #ff8f86; --warn-bg: #3a2e0d; --warn-text: #ffe2a0; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--bg); color: var(--text); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { max-width: 30rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
.banner { background: var(--warn-bg); color: var(--warn-text); text-align: center; padding: .5rem 1rem; font-size: .875rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 1.25rem; }
h1 { font-size: 1.25rem; line-height: 1.3; margin: 0 0 .25rem; }
h1.good { color: var(--good); } h1.bad { color: var(--bad); }
.lead { margin: 0 0 1rem; color: var(--soft); }
.qr { display: block; width: 14rem; max-width: 100%; margin: 0 auto 1rem; background: #fff; padding: .75rem; border-radius: 8px; border: 1px solid var(--line); }
.qr svg { display: block; width: 100%; height: auto; }
dl { margin: 0; }
dt { color: var(--soft); font-size: .875rem; margin-top: .875rem; }
dd { margin: .125rem 0 0; overflow-wrap: anywhere; }
.mono { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .9375rem; }
.amount { font-size: 1.25rem; font-weight: 600; }
.value { display: flex; gap: .5rem; align-items: flex-start; justify-content: space-between; }
button { flex: none; font: inherit; font-size: .875rem; color: var(--text); background: transparent; border: 1px solid var(--line); border-radius: 6px; padding: .25rem .625rem; cursor: pointer; min-height: 2rem; }
button:hover { border-color: var(--accent); }
button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.warning { background: var(--warn-bg); color: var(--warn-text); border-radius: 8px; padding: .75rem; margin: 1rem 0 0; }
.warning strong { display: block; }
progress { width: 100%; height: .5rem; accent-color: var(--accent); }
.foot { overflow-wrap: anywhere; color: var(--soft); font-size: .875rem; margin: 1rem 0 0; }
`
