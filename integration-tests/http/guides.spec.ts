import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { guideSources } from "../../scripts/package/build-guides"
import { storeSuite } from "./support/store-suite"

const sources = guideSources(process.cwd())
const NAMES = readdirSync(sources).map((file) => basename(file, ".md"))
const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
}

storeSuite("a guide of the dashboard", {}, (store) => {
  const open = async (name: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${store.origin}/onchain/guides/${name}`, { headers })
    return { status: answer.status, headers: Object.fromEntries(answer.headers), html: await answer.text() }
  }

  it("is shown without a login, in the version that is installed", async () => {
    expect(NAMES).not.toEqual([])
    for (const name of NAMES) {
      const [, heading = ""] = /^# (.+)$/m.exec(readFileSync(join(sources, `${name}.md`), "utf8")) ?? []
      const { status, headers, html } = await open(name)
      expect({ name, status, headers }).toMatchObject({
        ...{ name, status: 200 },
        headers: { ...HEADERS, "cache-control": "public, max-age=3600" },
      })
      expect(headers["set-cookie"]).toBeUndefined()
      expect(html).toContain(`<h1>${heading}</h1>`)
      expect(html).toContain(`<title>${heading}</title>`)
    }
  })

  it("runs no script, loads nothing and is in no frame; its own style is allowed by its hash", async () => {
    const { headers, html } = await open("payments")
    const [, style = ""] = /<style>([^]*?)<\/style>/.exec(html) ?? []
    expect(headers["content-security-policy"]?.split("; ")).toEqual([
      "default-src 'none'",
      `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ])
    expect(html).not.toMatch(/<script|<img|<link|<iframe|\son\w+=|style="/i)
  })

  it("is sent as br or gzip to a browser that reads it", async () => {
    for (const encoding of ["br", "gzip"]) {
      const { headers, html } = await open("payments", { "accept-encoding": encoding })
      expect(headers).toMatchObject({
        "content-encoding": encoding,
        vary: expect.stringMatching(/accept-encoding/i),
      })
      expect(html).toContain("<h1>")
    }
  })

  it("of an unknown name is the list of the guides, which repeats nothing of it", async () => {
    const index = await open("index")
    const policy = { "content-security-policy": index.headers["content-security-policy"] }
    for (const [what, name] of [
      ["an unknown name", "nothing"],
      ["a name in another case", "PAYMENTS"],
      ["a file's name", "payments.html"],
      ["a path out of the folder", "..%2f..%2fpackage.json"],
      ["a path encoded twice", "..%252f..%252fpackage.json"],
      ["an absolute path", "%2fetc%2fpasswd"],
      ["a property of every object", "__proto__"],
      ["markup", "%3Cscript%3Ealert(1)%3C%2Fscript%3E"],
    ] as const) {
      const { status, headers, html } = await open(name)
      expect({ what, status, headers }).toMatchObject({
        ...{ what, status: 404 },
        headers: { ...HEADERS, "cache-control": "no-store", ...policy },
      })
      expect(html).toBe(index.html)
    }
  })

  it("is not found under an unreadable name, like every address of the plugin, which names no file", async () => {
    for (const [what, name] of [
      ["half an escape", "%"],
      ["a byte that is no text", "%ff"],
      ["NUL", "payments%00.html"],
      ["4,000 characters", "x".repeat(4_000)],
    ] as const) {
      const { status, html } = await open(name)
      expect({ what, status }).toEqual({ what, status: 404 })
      expect(JSON.parse(html)).toEqual({
        type: "not_found",
        message: "There is nothing at this address.",
      })
    }
  })
})
