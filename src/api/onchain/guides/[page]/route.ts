import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { sendCompressed } from "../../pay/page-request"

type Guide = { html: string; policy: string }

let known: ReadonlyMap<string, Guide> | undefined

/** A guide of the dashboard, in the version that is installed. It holds nothing of the store. An unknown name shows the list. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  known ??= readGuides(join(__dirname, "..", "..", "..", "..", "guides"))
  const found = known.get(req.params.page ?? "")
  const guide = found ?? known.get("index")
  if (!guide) {
    res.status(404).json({ type: "not_found", message: "Guide not found." })
    return
  }
  res.status(found ? 200 : 404).set({
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": guide.policy,
    "cache-control": found ? "public, max-age=3600" : "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  })
  await sendCompressed(req, res, guide.html)
}

/** The guides of `docs/merchant` as pages, by name. Read once: a name of a request never reaches the file system. */
function readGuides(folder: string): ReadonlyMap<string, Guide> {
  if (!existsSync(folder)) return new Map()
  const files = readdirSync(folder).filter((name) => name.endsWith(".html"))
  return new Map(
    files.map((file) => {
      const html = readFileSync(join(folder, file), "utf8")
      return [basename(file, ".html"), { html, policy: policyOf(html) }]
    })
  )
}

function policyOf(html: string): string {
  const [, style = ""] = /<style>([^]*?)<\/style>/.exec(html) ?? []
  const hash = createHash("sha256").update(style).digest("base64")
  return `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
}
