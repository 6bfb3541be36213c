import { readFileSync } from "node:fs"
import path from "node:path"
import { listDocuments, repository } from "./code-blocks"

const SKILL = "skills/medusa-payment-onchain/SKILL.md"

/** The sections that lead an agent from an empty store to a paid order, in the order of the work. */
const SECTIONS: readonly (readonly [document: string, heading: string])[] = [
  ["README.md", "Requirements"],
  ["README.md", "Quick start"],
  ["docs/developers/admin-api.md", "Without a browser"],
  ["docs/developers/storefront.md", "Options of the plugin"],
  ["docs/developers/storefront.md", "Your own storefront"],
  ["README.md", "Go live"],
  ["README.md", "Troubleshooting"],
]

/** What an agent needs beside the documents of people: what it may not do, and how it sees that it is done. */
const INTRODUCTION = `---
name: medusa-payment-onchain
description: Adds on-chain crypto payments (USDC, USDT and other tokens) to a Medusa v2 store with the plugin medusa-payment-onchain. Use it to install, configure, test, extend or debug this plugin, in a new store or an existing one.
---

# Crypto payments in a Medusa store

Follow the sections in their order, and check each step before the next. Commands for the plugin run in the folder with \`medusa-config.ts\`, such as \`apps/backend\`.

- **Secrets** stay in \`.env\`: never in a file under version control, a log, or the storefront.
- **Money out** is off. Set \`payoutApiKey\` and \`payouts\` only when the user asks for refunds or withdrawals. Never confirm or approve a payout yourself.
- **Live keys** only when the user says so. Build and test with the sandbox.
- **Prices** are never guessed: ask which source the user wants for a currency other than USD.
- **Without a terminal**, run the sandbox in the background and read its output; \`storefront add\` writes with \`--yes\`.
- **When something fails**, the message names the option or the next step. [Errors](docs/developers/errors.md) lists every code, [options](docs/developers/options.md) every option.

You are done when the sandbox has paid an order and its \`payment_status\` is \`captured\`.
`

const read = (document: string) => readFileSync(path.join(repository, document), "utf8")

/** Changes text, but no code: a comment in a block may look like a heading. */
function inProse(text: string, change: (prose: string) => string): string {
  return text
    .split(/(^ *```[\s\S]*?^ *```$)/m)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join("")
}

/** @throws Error when the document has no such section */
function sectionOf(document: string, heading: string): string {
  const parts = read(document).split(/^(?=## )/m)
  const section = parts.find((part) => part.startsWith(`## ${heading}\n`))
  if (section === undefined) throw new Error(`${document} has no section "${heading}"`)
  return inProse(section, (prose) => relink(prose, document, SKILL)).trimEnd()
}

/** Links of a document as they are at another place; what leads to a heading of the document leads there still. */
function relink(prose: string, from: string, to: string): string {
  return prose.replace(/\]\((?!https?:)([^)#\s]*)(#[^)\s]+)?\)/g, (_, target: string, anchor = "") => {
    const linked = target ? path.posix.join(path.posix.dirname(from), target) : from
    return `](${path.posix.relative(path.posix.dirname(to), linked)}${anchor})`
  })
}

/** `SKILL.md` for coding agents: how to get from an empty store to a paid order. */
export function agentSkill(): string {
  const introduction = relink(INTRODUCTION, "README.md", SKILL)
  return [introduction, ...SECTIONS.map(([document, heading]) => sectionOf(document, heading))].join("\n\n")
}

/** Merchants read the guides in the dashboard; what reviewers and contributors read is in the repository only. */
function isShipped(document: string): boolean {
  const { files } = JSON.parse(read("package.json")) as { files: string[] }
  return files.some((file) => document.startsWith(file)) && !files.includes(`!${document}`)
}

/** Title and first sentence of a document. @throws Error for one that begins with anything else */
function entryOf(document: string): string {
  const [, title, text = ""] = /^# (.+)\n\n(?![-#|<`!])((?:.+\n)+)/.exec(read(document)) ?? []
  if (title === undefined) throw new Error(`${document}: expected a title and a sentence`)
  const [sentence = ""] = withoutLinks(text)
    .replaceAll("\n", " ")
    .trim()
    .split(/(?<=\.)\s/)
  return `- [${withoutLinks(title)}](${document}): ${sentence}`
}

const withoutLinks = (text: string) => text.replace(/\[([^\]]+)\]\([^)]*\)/g, "$1").replaceAll("`", "")

/** `llms.txt`: what there is to read in the package, one line for each document. @see https://llmstxt.org */
export function agentIndex(): string {
  const shipped = listDocuments().filter(isShipped)
  const [, name, , promise = ""] = /^# (.+)\n\n((.+)\n)/.exec(read("README.md")) ?? []
  const groups = { Developers: "docs/developers/", Operators: "docs/operations/" }
  const start = `## Start\n\n- [Skill](${SKILL}): From an empty store to a paid order, for coding agents.\n- [README](README.md): Quick start, going live, options and limitations.\n- [Buying by software](docs/developers/checkout.md#without-a-network-fee-and-by-software): A cart and its link by the store API, paid by the x402 protocol.`
  const lists = Object.entries(groups).map(([title, folder]) => {
    const documents = shipped.filter((file) => file.startsWith(folder))
    return `## ${title}\n\n${documents.map(entryOf).join("\n")}`
  })
  return `${[`# ${name}`, `> ${promise}`, start, ...lists].join("\n\n")}\n`
}
