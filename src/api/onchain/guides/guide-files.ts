import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"

export type Guide = { html: string; policy: string }

let known: ReadonlyMap<string, Guide> | undefined

/**
 * The guides of `docs/merchant`, which `scripts/package/build-guides.ts` wrote as pages, by name. Read once: a name that is asked
 * for never reaches the file system.
 */
export function guides(): ReadonlyMap<string, Guide> {
  known ??= readGuides(join(__dirname, "..", "..", "..", "guides"))
  return known
}

/** @returns nothing when they were not built, as in unit tests */
export function readGuides(folder: string): ReadonlyMap<string, Guide> {
  if (!existsSync(folder)) return new Map()
  const files = readdirSync(folder).filter((name) => name.endsWith(".html"))
  return new Map(
    files.map((file) => {
      const html = readFileSync(join(folder, file), "utf8")
      return [basename(file, ".html"), { html, policy: policyOf(html) }]
    })
  )
}

/** Nothing but the page's own style. */
function policyOf(html: string): string {
  const [, style = ""] = /<style>([^]*?)<\/style>/.exec(html) ?? []
  const hash = createHash("sha256").update(style).digest("base64")
  return `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
}
