import { execFile } from "node:child_process"
import { readdirSync, readFileSync, statSync } from "node:fs"
import path from "node:path"
import { promisify } from "node:util"
import { packedTarball } from "../../scripts/package/install-self"
import { builtFiles, readManifest } from "../../scripts/package/shipped-files"

const root = path.resolve(__dirname, "..", "..")
const installed = path.join(root, "node_modules", "medusa-payment-onchain")
const files = readdirSync(installed, { recursive: true, encoding: "utf8" })
const read = (file: string) => readFileSync(path.join(installed, file), "utf8")

/** Bytes of the tarball: what every install of a store downloads. */
const LIMIT = 1_150_000

const tool = async (name: string, args: string[]) => {
  const { stdout } = await promisify(execFile)(path.join(root, "node_modules", ".bin", name), args, {
    env: { ...process.env, NO_COLOR: "1" },
    maxBuffer: 64 * 1024 * 1024,
  }).catch((error: unknown) => {
    // The output of a tool that found a problem is the finding.
    if (error instanceof Error && "stdout" in error) return { stdout: String(error.stdout) }
    throw error
  })
  return stdout
}

describe("the tarball", () => {
  it("is within its limit", () => {
    const { size } = statSync(packedTarball())
    expect(size).toBeGreaterThan(100_000)
    expect(size).toBeLessThanOrEqual(LIMIT)
  })

  it("has no source maps, tests or pictures", () => {
    const mapped = builtFiles(installed).filter((file) =>
      readFileSync(file, "utf8").includes("sourceMappingURL")
    )
    expect(mapped).toEqual([])
    expect(files.filter((name) => /__tests__|\.map$|\.(?:jpe?g|png|webp|gif|svg)$/.test(name))).toEqual([])
  })

  it("has the documents, and every document to which one of them links", () => {
    const documents = files.filter((name) => name.endsWith(".md"))
    expect(documents).toEqual(
      expect.arrayContaining(["README.md", "SECURITY.md", "docs/developers/errors.md"])
    )
    const missing = documents.flatMap((file) =>
      [...read(file).matchAll(/(?<!!)\]\((?!https?:|#)([^)#\s]+)/g)]
        .map(([, target = ""]) => path.join(path.dirname(file), target))
        .filter((target) => !files.includes(target.replace(/\/$/, "")) && !/\.(?:jpg|webp)$/.test(target))
        .map((target) => `${file}: ${target}`)
    )
    expect(missing).toEqual([])
  })

  it("has the documents that messages of the plugin name", () => {
    const named = builtFiles(installed).flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/docs\/[\w/-]+\.(?:md|json|yml)/g)].map(([name]) => name)
    )
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter((name) => !files.includes(name))).toEqual([])
  })

  it("has no problem that publint knows", async () => {
    expect(await tool("publint", ["run", packedTarball(), "--strict"])).toContain("All good!")
  })

  it("has types that are found by every import, except where an entry is of one kind only", async () => {
    const json = await tool("attw", [packedTarball(), "--format", "json", "--exclude-entrypoints", "./admin"])
    const { analysis } = JSON.parse(json) as { analysis: { problems: Problem[]; entrypoints: object } }
    const entries = Object.keys(readManifest(installed).exports).filter((entry) => entry !== "./admin")
    expect(Object.keys(analysis.entrypoints).sort()).toEqual(entries.sort())
    const problems = analysis.problems.map(({ kind, entrypoint }) => `${entrypoint}: ${kind}`)
    expect([...new Set(problems)].filter((problem) => !ACCEPTED.test(problem))).toEqual([])
  })
})

type Problem = { kind: string; entrypoint?: string; resolutionKind?: string }

/** The element is a module for browsers; Medusa loads the module and the provider, and reads `default` itself. */
const ACCEPTED = /^\.\/checkout(?:\/react)?: CJSResolvesToESM$|\/onchain: CJSOnlyExportsDefault$/
