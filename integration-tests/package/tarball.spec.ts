import { spawnSync } from "node:child_process"
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { packedTarball } from "../../scripts/package/install-self"
import { builtFiles, readManifest } from "../../scripts/package/shipped-files"

const root = path.resolve(__dirname, "..", "..")
const installed = path.join(root, "node_modules", "medusa-payment-onchain")
const files = readdirSync(installed, { recursive: true, encoding: "utf8" })
const read = (file: string) => readFileSync(path.join(installed, file), "utf8")

/** Bytes of the tarball: what every install of a store downloads. */
const LIMIT = 1_030_000

/** What reviewers and contributors read, and the guides, which the plugin serves as pages. */
const IN_REPOSITORY_ONLY =
  /^(?:docs\/(?:adr|merchant)\b|docs\/(?:guarantees|developers\/service-coverage|operations\/security)\.md|(?:ARCHITECTURE|CONTRIBUTING|chaos\/README)\.md)/

/** Output of a tool. It goes to a file, for a tool that ends before a pipe is empty. */
function outputOf(name: string, args: string[]): string {
  const directory = mkdtempSync(path.join(tmpdir(), "onchain-package-"))
  const file = path.join(directory, "output")
  try {
    const descriptor = openSync(file, "w")
    const env = { ...process.env, NO_COLOR: "1" }
    spawnSync(path.join(root, "node_modules", ".bin", name), args, {
      env,
      stdio: ["ignore", descriptor, "inherit"],
    })
    closeSync(descriptor)
    return readFileSync(file, "utf8")
  } finally {
    rmSync(directory, { recursive: true })
  }
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

  it("has the documents, and every document to which one of them links, but those of the repository", () => {
    const documents = files.filter((name) => /\.md$|^llms\.txt$/.test(name))
    expect(documents.filter((name) => IN_REPOSITORY_ONLY.test(name))).toEqual([])
    expect(documents).toEqual(
      expect.arrayContaining(["README.md", "SECURITY.md", "docs/developers/errors.md"])
    )
    const missing = documents.flatMap((file) =>
      [...read(file).matchAll(/(?<!!)\]\((?!https?:|#)([^)#\s]+)/g)]
        .map(([, target = ""]) => path.join(path.dirname(file), target))
        .filter((target) => !files.includes(target.replace(/\/$/, "")) && !/\.(?:jpg|webp)$/.test(target))
        .filter((target) => file === "llms.txt" || !IN_REPOSITORY_ONLY.test(target))
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

  it("has no problem that publint knows", () => {
    expect(outputOf("publint", ["run", packedTarball(), "--strict"])).toContain("All good!")
  })

  it("has types that every import finds, except where an entry is of one kind only", () => {
    const json = outputOf("attw", [packedTarball(), "--format", "json", "--exclude-entrypoints", "admin"])
    const { analysis } = JSON.parse(json) as { analysis: { problems: Problem[]; entrypoints: object } }
    const entries = Object.keys(readManifest(installed).exports).filter((entry) => entry !== "./admin")
    expect(Object.keys(analysis.entrypoints).sort()).toEqual(entries.sort())
    const problems = analysis.problems
      .filter(({ resolutionKind }) => resolutionKind !== "node10")
      .map(
        ({ kind, entrypoint, fileName }) =>
          `${kind}: ${entrypoint ?? path.posix.relative(BUILT, fileName ?? "")}`
      )
    expect([...new Set(problems)].sort()).toEqual(ACCEPTED)
  })
})

type Problem = { kind: string; entrypoint?: string; fileName?: string; resolutionKind?: string }

const BUILT = "/node_modules/medusa-payment-onchain/.medusa/server/src"

/** The element is a module for browsers. */
const ACCEPTED = [
  "CJSResolvesToESM: ./checkout",
  "CJSResolvesToESM: ./checkout/addresses",
  "CJSResolvesToESM: ./checkout/react",
]
