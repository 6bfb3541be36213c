import { readdirSync } from "node:fs"
import { join, resolve } from "node:path"
import { adminSize, overLimit } from "../../scripts/package/admin-size"

const installed = resolve(__dirname, "..", "..", "node_modules", "medusa-payment-onchain")

describe("the admin of the packed plugin", () => {
  it("is within its limits: the first download, each group of screens, each language", async () => {
    const size = await adminSize(installed)
    expect(overLimit(size)).toEqual([])
    // Measured, and not missed.
    expect(Object.keys(size.screens).sort()).toEqual([
      "books",
      "money-in",
      "money-out",
      "refunds",
      "review",
      "settings",
    ])
    expect(Object.keys(size.locales).sort()).toEqual(["ar", "de", "sentences.ar", "sentences.de"])
    expect(size.first).toBeGreaterThan(5_000)
  })

  it("has parts with the ending of files in which the Tailwind of a store finds class names", () => {
    const parts = readdirSync(join(installed, ".medusa", "server", "src", "admin", "_chunks"))
    const others = parts.filter((name) => !name.endsWith(".js")).map((name) => name.replace(/-.*/, ""))
    // Languages have no class names.
    expect(others.sort()).toEqual(["ar", "de", "package.json", "sentences.ar", "sentences.de"])
    expect(parts.length).toBeGreaterThan(7)
  })
})
