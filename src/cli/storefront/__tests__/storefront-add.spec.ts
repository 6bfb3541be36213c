import { spawnSync } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import ts from "typescript"
import { diffOf, planStorefront, runStorefront, writeStorefront } from "../../storefront-add"
import {
  BUTTON,
  CHECKOUT,
  CONFIRMED,
  CONSTANTS,
  DETAILS,
  type Kind,
  NAV,
  ORDERS,
  sampleStorefront,
} from "./sample-storefront"

const kinds: Kind[] = ["dtc", "b2b"]

function contents(directory: string): Record<string, string> {
  const names = readdirSync(directory, { recursive: true, encoding: "utf8" })
  const files = names.filter((name) => statSync(join(directory, name)).isFile())
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(directory, name), "utf8")]))
}

/** Runs the command without a terminal, so it asks nothing. */
async function run(args: readonly string[]) {
  const output = { stdout: "", stderr: "" }
  const terminal = {
    stdout: { write: (text: string) => (output.stdout += text) },
    stderr: { write: (text: string) => (output.stderr += text) },
    stdin: {},
    exitCode: 0,
  }
  await runStorefront(args, terminal)
  return { code: terminal.exitCode, ...output }
}

describe.each(kinds)("a storefront of the %s starter", (kind) => {
  it("gets one map entry, one case, one redirect, the payment state, an account page, and an uncached order", () => {
    const { repository, root } = sampleStorefront(kind)
    writeStorefront(planStorefront(repository))
    const files = contents(root)
    expect(files[CONSTANTS]).toContain('  pp_onchain_default: {\n    title: "Crypto",')
    expect(files[BUTTON]).toMatch(
      /case isOnchain\(.*\n.*\n.*<OnchainPaymentButton\n\s*cartId=\{cart\.id\}\n(?:.*\n){3}\s*\)\n\s*default:/
    )
    expect(files[CHECKOUT]).toContain("  await redirectToOnchainOrder(cart)\n  if (!cart) {")
    expect(files[CONFIRMED]).toContain(
      "      <OnchainOrderPayment order={order} />\n      <OrderDetails order={order} />"
    )
    expect(files[DETAILS]).toContain(
      "      <OnchainOrderPayment order={order} />\n      <OrderDetailsTemplate order={order} />"
    )
    expect(files[NAV]).toMatch(
      /<LocalizedClientLink\n\s*href="\/account\/crypto-addresses"[^]*Orders[^]*<AccountNavLink/
    )
    expect(files[NAV]).toMatch(/<AccountNavLink\n\s*href="\/account\/crypto-addresses"[^]*Orders/)
    expect(files[NAV]?.match(/crypto-addresses"/g)).toHaveLength(2)
    expect(files["src/app/api/onchain/addresses/route.ts"]).toContain('fetch("/store/onchain/addresses"')
    const [one, list] = (files[ORDERS] ?? "").split("export const listOrders")
    expect(one).toContain('cache: "no-store"')
    expect(list).toContain('cache: "force-cache"')
  })

  it("parses as TypeScript and imports only existing files", () => {
    const { repository, root } = sampleStorefront(kind)
    const plan = planStorefront(repository)
    writeStorefront(plan)
    const files = contents(root)
    const ours = plan.changes.filter(({ file }) => file.includes("/onchain/"))
    expect(ours.length).toBeGreaterThan(9)
    for (const { file } of plan.changes) {
      const source = ts.transpileModule(files[file] ?? "", {
        fileName: file,
        reportDiagnostics: true,
        compilerOptions: { jsx: ts.JsxEmit.Preserve, target: ts.ScriptTarget.ES2022 },
      })
      expect(source.diagnostics).toEqual([])
      const imports = [...(files[file] ?? "").matchAll(/from "@\/?((?:lib|modules)\/onchain\/[^"]+)"/g)]
      for (const [, path] of imports)
        expect([`src/${path}.ts`, `src/${path}.tsx`].some((name) => name in files)).toBe(true)
    }
  })

  it("does not change on a second run", () => {
    const { repository, root } = sampleStorefront(kind)
    writeStorefront(planStorefront(repository))
    const first = contents(root)
    const again = planStorefront(repository)
    expect(again).toMatchObject({ changes: [], kept: [] })
    writeStorefront(again)
    expect(contents(root)).toEqual(first)
  })

  it("keeps its line endings", () => {
    const { repository, root } = sampleStorefront(kind, (files) =>
      Object.fromEntries(Object.entries(files).map(([file, text]) => [file, text.replaceAll("\n", "\r\n")]))
    )
    writeStorefront(planStorefront(repository))
    const files = contents(root)
    for (const file of [CONSTANTS, BUTTON, CHECKOUT, ORDERS, CONFIRMED, DETAILS, NAV])
      expect(files[file]?.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/)
  })
})

describe("a storefront with a different structure", () => {
  const broken: [string, string, string][] = [
    [CONSTANTS, "paymentInfoMap", "export const paymentInfoMap"],
    [BUTTON, "switch (true)", "switch (true) {"],
    [BUTTON, "notReady", "notReady"],
    [BUTTON, "paymentSession", "paymentSession"],
    [BUTTON, "/constants", 'an import from "…lib/constants"'],
    [CHECKOUT, "if (!cart)", "if (!cart) {"],
    [ORDERS, "retrieveOrder", "retrieveOrder"],
    [CONFIRMED, "<OrderDetails", "<OrderDetails order={order}"],
    [DETAILS, "<OrderDetailsTemplate", "return <OrderDetailsTemplate order={order} />"],
    [NAV, "<AccountNavLink", '<AccountNavLink href="/account/orders">'],
  ]

  it.each(broken)("is refused with the file and the anchor: %s without %s", async (file, anchor, missing) => {
    const { repository, root } = sampleStorefront("dtc", (files) => ({
      ...files,
      [file]: files[file]?.replaceAll(anchor, "gone"),
    }))
    const before = contents(root)
    const { code, stderr } = await run(["add", repository, "--yes"])
    expect(code).toBe(1)
    expect(stderr).toContain(`${file}: not found there: ${missing}`)
    expect(contents(root)).toEqual(before)
  })
})

describe("the storefront command", () => {
  it("prints a diff that git can apply and writes nothing without --yes", async () => {
    const { repository, root } = sampleStorefront("dtc")
    const before = contents(root)
    const { code, stdout } = await run(["add", repository])
    expect(code).toBe(0)
    expect(stdout).toContain("Nothing written. Add --yes")
    expect(contents(root)).toEqual(before)

    const plan = planStorefront(repository)
    expect(stdout.startsWith(diffOf(plan))).toBe(true)
    const patch = join(mkdtempSync(join(tmpdir(), "patch-")), "storefront.diff")
    writeFileSync(patch, diffOf(plan))
    const git = spawnSync("git", ["apply", "--unsafe-paths", "--directory=.", patch], { cwd: root })
    expect(String(git.stderr)).toBe("")
    const patched = contents(root)
    for (const { file, after } of plan.changes) expect(patched[file]).toBe(after)
  })

  it("writes with --yes and keeps files the merchant has changed", async () => {
    const { repository, root } = sampleStorefront("dtc")
    await run(["add", repository, "--yes"])
    const card = join(root, "src/modules/onchain/payment-card.tsx")
    writeFileSync(card, "export default () => null\n")
    const { code, stdout } = await run(["add", repository, "--yes"])
    expect(code).toBe(0)
    expect(stdout).toBe(
      "kept, differs from what this version writes: src/modules/onchain/payment-card.tsx\nNothing to change.\n"
    )
    expect(readFileSync(card, "utf8")).toBe("export default () => null\n")
  })

  it("is a command of the package", () => {
    const args = ["--import", "tsx", "src/cli/index.ts", "storefront", "--help"]
    const { stdout, status } = spawnSync(process.execPath, args)
    expect(status).toBe(0)
    expect(String(stdout)).toContain("medusa-payment-onchain storefront add <dir>")
  }, 60_000)

  it("adds a second provider to the map, and nothing else", async () => {
    const { repository, root } = sampleStorefront("dtc")
    await run(["add", repository, "--yes"])
    const second = planStorefront(repository, "pp_onchain_second")
    expect(second.changes.map(({ file }) => file)).toEqual([CONSTANTS])
    writeStorefront(second)
    const text = contents(root)[CONSTANTS] ?? ""
    expect(text.match(/import OnchainIcon/g)).toHaveLength(1)
    expect(text.match(/^ {2}pp_onchain_\w+: \{$/gm)).toEqual([
      "  pp_onchain_second: {",
      "  pp_onchain_default: {",
    ])
  })

  it.each([
    [[], 'no word after "storefront", expected "add"'],
    [["remove"], '"remove" after "storefront", expected "add"'],
    [["add"], "expected one argument: the storefront's directory"],
    [["add", ".", "--provider", "stripe"], '--provider: "stripe" is not an id such as pp_onchain_default'],
    [["add", ".", "--force"], "--force"],
  ])("explains what is wrong with %j", async (args, problem) => {
    const { code, stderr } = await run(args)
    expect(code).toBe(2)
    expect(stderr).toContain(problem)
  })
})
