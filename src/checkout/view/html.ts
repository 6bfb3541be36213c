export class Html {
  constructor(readonly markup: string) {}
}

/**
 * Builds markup and escapes every value except {@link Html}. Null, undefined and false render nothing.
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
