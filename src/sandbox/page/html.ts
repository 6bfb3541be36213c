const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
}

/** A piece of HTML that is safe to put into another one. */
export class Html {
  constructor(readonly text: string) {}
}

type Value = string | number | Html | readonly Html[] | undefined

/**
 * Template tag that escapes every value which is not HTML itself.
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
