import { spawnSync } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as estree from "prettier/plugins/estree"
import * as typescript from "prettier/plugins/typescript"
import type { Options } from "prettier"
import { format } from "prettier/standalone"
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
const EDITED = [CONSTANTS, BUTTON, CHECKOUT, ORDERS, CONFIRMED, DETAILS, NAV]

const diagnosticsOf = (fileName: string, text: string) =>
  ts.transpileModule(text, {
    fileName,
    reportDiagnostics: true,
    compilerOptions: { jsx: ts.JsxEmit.Preserve, target: ts.ScriptTarget.ES2022 },
  }).diagnostics

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
    expect(files[CHECKOUT]).toContain("retrieveCart()\n  await redirectToOnchainOrder(cart)\n")
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
      expect(diagnosticsOf(file, files[file] ?? "")).toEqual([])
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
})

type Form = { style?: Options; rewrite?: (text: string, file: string) => string }

const withoutImports = (text: string) => text.replace(/^import .*\n/gm, "")

/** Ways to write the same storefront. */
const forms: [string, Form][] = [
  ["the defaults of Prettier", {}],
  ["no semicolons and single quotes", { style: { semi: false, singleQuote: true } }],
  ["the defaults of Biome", { style: { useTabs: true } }],
  ["tabs and no semicolons", { style: { useTabs: true, semi: false } }],
  ["four spaces and short lines", { style: { tabWidth: 4, printWidth: 60 } }],
  ["carriage returns", { style: { endOfLine: "crlf" } }],
  ["semicolons and single quotes", { style: { singleQuote: true } }],
  [
    "imports at the end",
    { rewrite: (text) => withoutImports(text) + text.match(/^import .*\n/gm)?.join("") },
  ],
  ["no import", { rewrite: (text, file) => (file === BUTTON ? text : withoutImports(text)) }],
  [
    "comments above and beside the places",
    {
      rewrite: (text) =>
        text
          .replace(/^( *)(import|default:|if)/gm, "$1// eslint-disable-next-line\n$1$2")
          .replace(/(retrieveCart\(\)|= \{)$/gm, "$1 // as before"),
    },
  ],
  [
    "braces around cases, and without them after if",
    {
      rewrite: (text) =>
        text
          .replace(/case (.*):\n(.*)/g, "case ($1): {\n$2 }")
          .replace(/if \(!cart\) \{\n(.*)\n.*\}/, "if (cart == null)$1"),
    },
  ],
  [
    "a conditional element",
    { rewrite: (text) => text.replace(/return (<Order.*>)/, "return order ? $1 : null") },
  ],
]

const written = ({ style = {}, rewrite = (text) => text }: Form, file: string, text: string) =>
  format(rewrite(text, file), { parser: "typescript", plugins: [estree, typescript], ...style })

describe.each(forms)("a storefront written with %s", (_name, form) => {
  const rewritten = async () => {
    const { repository, root } = sampleStorefront("dtc")
    for (const [file, text] of Object.entries(contents(root)))
      if (EDITED.includes(file)) writeFileSync(join(root, file), await written(form, file, text))
    return { repository, root }
  }

  it("is changed in each of its seven files, and still written that way", async () => {
    const { repository, root } = await rewritten()
    const plan = planStorefront(repository)
    writeStorefront(plan)
    expect(plan.changes.filter(({ before }) => before !== null).map(({ file }) => file)).toEqual(EDITED)
    const files = contents(root)
    for (const file of EDITED)
      expect(files[file]).toBe(await written({ style: form.style ?? {} }, file, files[file] ?? ""))
    expect(files[BUTTON]).toMatch(/case isOnchain\(paymentSession\?\.provider_id\):/)
    expect(files[CHECKOUT]).toMatch(/retrieveCart\(\).*\s*await redirectToOnchainOrder\(cart\)/)
    for (const file of [CONFIRMED, DETAILS])
      expect(files[file]).toMatch(/<OnchainOrderPayment order=\{order\} \/>\s*<OrderDetails/)
    expect(planStorefront(repository).changes).toEqual([])
  })

  it("gets what is missing when only a part was changed", async () => {
    const { repository, root } = await rewritten()
    writeStorefront(planStorefront(repository))
    const complete = contents(root)
    for (const file of EDITED.filter((file) => file !== ORDERS)) {
      const withoutImport = (complete[file] ?? "").replace(/^import .*onchain.*\r?\n/gim, "")
      writeFileSync(join(root, file), withoutImport)
      expect(planStorefront(repository).changes.map((change) => change.file)).toEqual([file])
      writeFileSync(join(root, file), complete[file] ?? "")
    }
  })
})

it.each([
  "{}",
  '{ pp_other: { title: "Other" } }',
  "{ // none yet\n}",
  "{\n  ...others,\n} satisfies Titles",
])("a map of payment methods that is %j gets its entry", (map) => {
  const text = `export const paymentInfoMap = ${map}\n`
  const { repository, root } = sampleStorefront("dtc", (files) => ({ ...files, [CONSTANTS]: text }))
  writeStorefront(planStorefront(repository))
  const changed = contents(root)[CONSTANTS] ?? ""
  expect(diagnosticsOf(CONSTANTS, changed)).toEqual([])
  expect(changed).toMatch(/= \{\n {2}pp_onchain_default: \{\n {4}title: "Crypto",/)
  expect(planStorefront(repository).changes).toEqual([])
})

describe("a storefront with a different structure", () => {
  const page = "const cart, from retrieveCart, in the page's async function"
  const broken: [string, string | RegExp, string, string][] = [
    [CONSTANTS, "paymentInfoMap", "other", "paymentInfoMap with its object"],
    [BUTTON, "switch (true)", "switch (false)", "switch (true)"],
    [BUTTON, "default:", "case true:", "default: of the switch"],
    [BUTTON, "notReady", "isReady", "notReady"],
    [BUTTON, /paymentSession/g, "session", "paymentSession"],
    [BUTTON, "{ Button }", "{ Other }", "an import of Button"],
    [CHECKOUT, "const cart", "const other", page],
    [CHECKOUT, "await retrieveCart", "(async () => [])().other", page],
    [CHECKOUT, "", '"use client"\n', 'a component without "use client"'],
    [ORDERS, "retrieveOrder", "other", "retrieveOrder"],
    [ORDERS, /=>\n/, '=> { "use cache" }\n', 'retrieveOrder without "use cache"'],
    [CONFIRMED, "<OrderDetails", "<Other", "<OrderDetails order={...} />"],
    [DETAILS, "order={order}", "", "order={...} of <OrderDetailsTemplate>"],
    [NAV, /AccountNavLink/g, "Other", '<AccountNavLink href="/account/orders">'],
    [NAV, /li>/g, "div>", '<li> around <LocalizedClientLink href="/account/orders">'],
    ["tsconfig.json", '"lib/*"', '"other/*"', "a path alias of src/lib"],
  ]

  it.each(broken)("is refused with the file and the place: %s: %s -> %j", async (file, from, to, place) => {
    const { repository, root } = sampleStorefront("dtc", (files) => ({
      ...files,
      [file]: files[file]?.replace(from, to),
    }))
    const before = contents(root)
    const { code, stderr } = await run(["add", repository, "--yes"])
    expect(code).toBe(1)
    expect(stderr).toContain(`${file}: not found there: ${place}. `)
    expect(contents(root)).toEqual(before)
  })

  it("is refused with the line of a syntax error", async () => {
    const { repository } = sampleStorefront("dtc", (files) => ({
      ...files,
      [ORDERS]: "\n\nexport const = 1\n",
    }))
    const { code, stderr } = await run(["add", repository, "--yes"])
    expect(code).toBe(1)
    expect(stderr).toContain(`${ORDERS}:3: a syntax error: `)
  })

  it("is refused with the reason when TypeScript is not installed", () => {
    const { repository } = sampleStorefront("dtc")
    const { status, stderr } = spawnSync(
      process.execPath,
      [
        "--import",
        require.resolve("tsx"),
        join(process.cwd(), "src/cli/index.ts"),
        "storefront",
        "add",
        repository,
      ],
      { cwd: repository, encoding: "utf8" }
    )
    expect(stderr).toContain("typescript, with a version before 7, is installed neither in ")
    expect(status).toBe(1)
  }, 60_000)
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
      "kept, differs from what this version writes: src/modules/onchain/payment-card.tsx\nNothing else to change.\n"
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
