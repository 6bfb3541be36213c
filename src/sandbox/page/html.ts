const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
}

/** HTML that is safe to embed. */
export class Html {
  constructor(readonly text: string) {}
}

type Value = string | number | Html | readonly Html[] | undefined

/**
 * Template tag that escapes every value but HTML.
 *
 * @example html`<b>${"<script>"}</b>`.text // "<b>&lt;script&gt;</b>"
 */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(strings.map((text, index) => text + render(values[index])).join(""))
}

function render(value: Value): string {
  if (value === undefined) return ""
  if (value instanceof Html) return value.text
  if (typeof value === "object") return value.map(({ text }) => text).join("")
  return String(value).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "")
}

/** Sends forms as JSON: pages of other sites can post forms here, but no JSON. */
export const pageScript = html`<script type="module">
  addEventListener("submit", async (event) => {
    event.preventDefault()
    const fields = Object.fromEntries(new FormData(event.target, event.submitter))
    const headers = { "content-type": "application/json" }
    const request = { method: "POST", headers, body: JSON.stringify(fields) }
    const isDone = await fetch("/_sandbox/page", request).then(
      ({ ok }) => ok,
      () => false
    )
    if (isDone) location.assign("/")
    else alert("The sandbox did not do it. Is it still running?")
  })
</script>`

export const pageStyle = html`<style>
  body {
    font:
      16px/1.45 system-ui,
      sans-serif;
    max-width: 58rem;
    margin: 0 auto;
    padding: 0 1rem 3rem;
    color: #1b1f24;
    background: #f6f7f9;
  }
  .banner {
    background: #7a2e00;
    color: #fff;
    padding: 0.75rem 1rem;
    margin: 0 -1rem 1rem;
    font-weight: 600;
  }
  .notice {
    background: #e6f0ff;
    border-left: 4px solid #1f5fbf;
    padding: 0.5rem 0.75rem;
    overflow-wrap: anywhere;
  }
  article,
  .panel {
    background: #fff;
    border: 1px solid #d5d9de;
    border-radius: 0.5rem;
    padding: 0.75rem 1rem;
    margin: 1rem 0;
  }
  h1 {
    font-size: 1.4rem;
  }
  h2 {
    font-size: 1.1rem;
    margin: 0 0 0.5rem;
  }
  small {
    font-weight: 400;
  }
  dl {
    display: grid;
    grid-template-columns: 9rem 1fr;
    gap: 0.15rem 0.75rem;
    margin: 0 0 0.75rem;
  }
  dt {
    color: #57606a;
  }
  dd {
    margin: 0;
    overflow-wrap: anywhere;
    font-family: ui-monospace, monospace;
    font-size: 0.9rem;
  }
  button,
  input,
  select {
    box-sizing: border-box;
    max-width: 100%;
    font: inherit;
    padding: 0.3rem 0.6rem;
    margin: 0.15rem 0.15rem 0.15rem 0;
  }
  label {
    display: inline-block;
    max-width: 100%;
    margin-right: 0.5rem;
  }
  .break {
    display: block;
  }
  .status {
    float: right;
    padding: 0 0.5rem;
    border-radius: 0.25rem;
    background: #e4e7eb;
    font-size: 0.95rem;
  }
  .paid,
  .overpaid {
    background: #c9efd2;
  }
  .confirming {
    background: #ffe7a3;
  }
  .expired,
  .failed,
  .cancelled {
    background: #f5cfcb;
  }
</style>`
