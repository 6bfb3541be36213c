import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { Marked } from "marked"

const STYLE = `
:root { color-scheme: light dark; --ground: #f4f5f8; --card: #fff; --ink: #14171f; --soft: #596072; --line: #dfe3ea; --link: #1d4fd8; }
@media (prefers-color-scheme: dark) { :root { --ground: #0e1014; --card: #171a21; --ink: #f2f4f8; --soft: #a8b0bf; --line: #2c313c; --link: #8fb4ff; } }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.6 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { max-width: 44rem; margin: 0 auto; padding: 1.5rem .75rem 3rem; overflow-wrap: break-word; }
nav { margin: 0 0 .75rem; font-size: .875rem; }
article { background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: 1.5rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .75rem; }
h2 { font-size: 1.125rem; line-height: 1.3; margin: 1.75rem 0 .5rem; }
p, ul, ol, table { margin: 0 0 .75rem; }
li { margin: .25rem 0; }
a { color: var(--link); }
code { font: .875em ui-monospace, SFMono-Regular, Menlo, monospace; font-variant-ligatures: none; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { border-bottom: 1px solid var(--line); padding: .375rem .75rem .375rem 0; text-align: start; vertical-align: top; }
th { color: var(--soft); font-weight: 600; }
@media (max-width: 40rem) {
  thead { display: none; }
  table, tbody, tr, td { display: block; }
  tr { border-bottom: 1px solid var(--line); padding: .375rem 0; }
  td { border: 0; padding: .125rem 0; }
  td:first-child { font-weight: 600; }
  td:not(:first-child)::before { content: attr(data-label) ": "; color: var(--soft); }
}
`

/** Where the guides are written, in the plugin. */
export const guideSources = (root: string) => join(root, "docs", "merchant")

/**
 * Turns the guides into pages of the plugin, so that each screen opens the guide of the installed version.
 *
 * @param root directory of the repository, with the built `.medusa/server`
 */
export function buildGuides(root: string): void {
  const target = join(root, ".medusa", "server", "src", "guides")
  mkdirSync(target, { recursive: true })
  for (const file of readdirSync(guideSources(root)).filter((name) => name.endsWith(".md"))) {
    const page = basename(file, ".md")
    writeFileSync(
      join(target, `${page}.html`),
      guidePage(page, readFileSync(join(guideSources(root), file), "utf8"))
    )
  }
}

const escaped = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;")

/**
 * @param page name without an ending; `index` lists the others
 * @param markdown starts with a heading, which becomes the title
 * @throws Error for a guide without a heading
 */
export function guidePage(page: string, markdown: string): string {
  const [, title] = /^# (.+)$/m.exec(markdown) ?? []
  if (title === undefined)
    throw new Error(`docs/merchant/${page}.md: expected a heading, such as "# Payments"`)
  const back = page === "index" ? "" : `<nav><a href="index">All guides</a></nav>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>${back}<article>
${toHtml(markdown)}</article></main>
</body>
</html>
`
}

/** Guides link to each other; other documents are not on this server, so the words of their links stay and the link goes. */
const GUIDE_LINK = /^([\w-]+)\.md(#[\w-]+)?$/

function toHtml(markdown: string): string {
  const marked = new Marked({
    async: false,
    renderer: {
      // The guides hold no markup; what looks like it is shown.
      html: ({ text }) => escaped(text),
      // In a narrow window each row is a block, and each cell carries the name of its column.
      table({ header, rows }) {
        const names = header.map(({ tokens }) => `<th scope="col">${this.parser.parseInline(tokens)}</th>`)
        const body = rows.map((row) => {
          const cells = row.map(
            ({ tokens }, index) =>
              `<td data-label="${escaped(header[index]?.text ?? "")}">${this.parser.parseInline(tokens)}</td>`
          )
          return `<tr>${cells.join("")}</tr>\n`
        })
        return `<table>\n<thead><tr>${names.join("")}</tr></thead>\n<tbody>\n${body.join("")}</tbody>\n</table>\n`
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens)
        const [, guide, part = ""] = GUIDE_LINK.exec(href) ?? []
        if (guide !== undefined) return `<a href="${guide}${part}">${words}</a>`
        return /^https:\/\//.test(href) ? `<a href="${escaped(href)}" rel="noreferrer">${words}</a>` : words
      },
    },
  })
  return marked.parse(markdown, { async: false })
}
