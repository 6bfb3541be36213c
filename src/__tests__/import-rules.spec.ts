import path from "node:path"
import { repository, runTool, writeSourceTree } from "./source-tree"

type Violation = { rule: string; from: string; to: string }

const forbidden: [rule: string, from: string, to: string][] = [
  ["no-medusa-in-gateway-and-domain", "src/gateway/client/a.ts", "@medusajs/framework"],
  ["no-medusa-in-gateway-and-domain", "src/domain/a.ts", "@medusajs/framework"],
  ["gateway-stands-alone", "src/gateway/client/b.ts", "src/domain/target.ts"],
  ["gateway-stands-alone", "src/gateway/client/c.ts", "src/modules/onchain/target.ts"],
  ["contract-is-the-base", "src/gateway/contract/a.ts", "src/gateway/amount.ts"],
  ["contract-is-the-base", "src/gateway/contract/b.ts", "src/gateway/client/target.ts"],
  ["gateway-parts-know-the-contract-only", "src/gateway/signature.ts", "src/gateway/client/target.ts"],
  ["gateway-parts-know-the-contract-only", "src/gateway/asset.ts", "src/gateway/client/target.ts"],
  ["domain-is-pure", "src/domain/b.ts", "src/gateway/client/target.ts"],
  ["domain-is-pure", "src/domain/c.ts", "src/gateway/index.ts"],
  ["domain-is-pure", "src/domain/d.ts", "src/modules/onchain/target.ts"],
  ["modules-know-gateway-and-domain", "src/modules/onchain/a.ts", "src/workflows/payment/target.ts"],
  ["modules-know-gateway-and-domain", "src/modules/onchain/b.ts", "src/providers/onchain/target.ts"],
  ["rate-sources-stand-alone", "src/modules/onchain/rates/a.ts", "src/modules/onchain/payment/target.ts"],
  ["providers-know-modules", "src/providers/onchain/a.ts", "src/workflows/payment/target.ts"],
  ["workflows-are-below-entry-points", "src/workflows/payment/a.ts", "src/providers/onchain/target.ts"],
  ["workflows-are-below-entry-points", "src/workflows/payment/b.ts", "src/api/store/target.ts"],
  ["no-client-in-entry-points", "src/api/store/a.ts", "src/gateway/client/target.ts"],
  ["no-client-in-entry-points", "src/subscribers/a.ts", "src/gateway/client/target.ts"],
  ["no-client-in-entry-points", "src/jobs/a.ts", "src/gateway/index.ts"],
  ["no-one-imports-entry-points", "src/jobs/b.ts", "src/api/store/target.ts"],
  ["no-one-imports-entry-points", "src/api/store/b.ts", "src/subscribers/target.ts"],
  ["no-sandbox-in-the-plugin", "src/modules/onchain/c.ts", "src/sandbox/target.ts"],
  ["no-sandbox-in-the-plugin", "src/gateway/client/d.ts", "src/sandbox/target.ts"],
  ["no-sandbox-in-the-plugin", "src/cli/a.ts", "src/sandbox/target.ts"],
  ["no-medusa-in-gateway-and-domain", "src/cli/b.ts", "@medusajs/framework"],
  ["cli-knows-gateway-and-sandbox", "src/cli/c.ts", "src/modules/onchain/target.ts"],
  ["no-one-imports-the-cli", "src/modules/onchain/j.ts", "src/cli/target.ts"],
  ["sandbox-knows-the-wire-only", "src/sandbox/a.ts", "src/gateway/client/target.ts"],
  ["sandbox-knows-the-wire-only", "src/sandbox/b.ts", "src/domain/target.ts"],
  ["sandbox-knows-the-wire-only", "src/sandbox/f.ts", "src/gateway/asset.ts"],
  ["sandbox-knows-the-wire-only", "src/sandbox/c.ts", "src/gateway/index.ts"],
  ["admin-knows-http-types-only", "src/admin/a.tsx", "src/modules/onchain/target.ts"],
  ["admin-knows-http-types-only", "src/admin/b.tsx", "src/types/other.ts"],
  ["checkout-knows-http-types-only", "src/checkout/a.ts", "src/gateway/contract/target.ts"],
  ["words-stand-alone", "src/words/a.ts", "src/domain/target.ts"],
  ["types-know-the-domain", "src/types/a.ts", "src/gateway/contract/target.ts"],
  ["types-take-no-code", "src/types/b.ts", "src/domain/target.ts"],
  ["src-stands-alone", "src/modules/onchain/d.ts", "demo/target.ts"],
  ["no-tests-in-code", "src/modules/onchain/e.ts", "src/domain/__tests__/target.ts"],
  ["no-vague-folders", "src/modules/onchain/f.ts", "src/modules/onchain/utils/target.ts"],
  ["no-unresolvable", "src/modules/onchain/g.ts", "./nowhere"],
]

const allowed: [from: string, to: string][] = [
  ["src/gateway/amount.ts", "src/gateway/contract/target.ts"],
  ["src/gateway/contract/c.ts", "src/gateway/assumptions/index.ts"],
  ["src/gateway/client/e.ts", "src/gateway/contract/target.ts"],
  ["src/domain/e.ts", "src/gateway/contract/target.ts"],
  ["src/domain/f.ts", "src/gateway/amount.ts"],
  ["src/domain/g.ts", "src/gateway/asset.ts"],
  ["src/modules/onchain/h.ts", "src/gateway/client/target.ts"],
  ["src/modules/onchain/i.ts", "@medusajs/framework"],
  ["src/modules/onchain/rates/b.ts", "src/modules/onchain/options/target.ts"],
  ["src/providers/onchain/b.ts", "src/modules/onchain/target.ts"],
  ["src/workflows/payment/c.ts", "src/modules/onchain/target.ts"],
  ["src/api/store/c.ts", "src/workflows/payment/target.ts"],
  ["src/api/store/d.ts", "src/types/http.ts"],
  ["src/cli/index.ts", "src/sandbox/target.ts"],
  ["src/cli/d.ts", "src/gateway/client/target.ts"],
  ["src/sandbox/d.ts", "src/gateway/contract/target.ts"],
  ["src/sandbox/e.ts", "src/gateway/assumptions/index.ts"],
  ["src/admin/c.tsx", "src/types/http.ts"],
  ["src/admin/d.tsx", "src/admin/lib/target.ts"],
  ["src/checkout/b.ts", "src/types/http.ts"],
]

let tree: Awaited<ReturnType<typeof writeSourceTree>>
let violations: Violation[]

beforeAll(async () => {
  const pairs = [...forbidden.map(([, from, to]) => [from, to] as const), ...allowed]
  const ofValues = forbidden.filter(([rule]) => rule === "types-take-no-code").map(([, from]) => from)
  const targets = pairs.map(([, to]) => to).filter((to) => /^(?:src|demo)\//.test(to))
  tree = await writeSourceTree({
    "src/domain/cycle-a.ts": 'import "./cycle-b"\nexport {}\n',
    "src/domain/cycle-b.ts": 'import "./cycle-a"\nexport {}\n',
    ...Object.fromEntries(targets.map((to) => [to, "export type Target = string\n"])),
    ...Object.fromEntries(pairs.map(([from, to]) => [from, importOf(from, to, ofValues.includes(from))])),
  })
  const config = path.join(repository, ".dependency-cruiser.cjs")
  const { stdout, stderr } = await runTool(
    "dependency-cruiser/bin/dependency-cruise.mjs",
    ["--config", config, "--output-type", "json", "src"],
    tree.root
  )
  if (stdout === "") throw new Error(stderr)
  violations = readViolations(JSON.parse(stdout))
}, 60_000)

afterAll(() => tree.remove())

test.each(forbidden)("%s: %s may not import %s", (rule, from, to) => {
  const found = violations.filter((one) => one.from === from)
  const target = to.startsWith("@") ? `node_modules/${to}/index.js` : to
  expect(found).toContainEqual({ rule, from, to: target })
})

test.each(allowed)("%s may import %s", (from) => {
  expect(violations.filter((one) => one.from === from)).toEqual([])
})

test("no-circular: two files may not import each other", () => {
  expect(violations.filter((one) => one.rule === "no-circular")).not.toEqual([])
})

test("every rule of the configuration is tried here", async () => {
  const config: unknown = await import(path.join(repository, ".dependency-cruiser.cjs"))
  const names = JSON.stringify(config).match(/"name":"[a-z-]+"/g) ?? []
  const tried = new Set([...forbidden.map(([rule]) => rule), "no-circular"])
  expect(names.length).toBeGreaterThan(0)
  expect(new Set(names.map((text) => text.slice(8, -1)))).toEqual(tried)
})

/** Type-only, as most imports across layers are: a rule that overlooks them is no rule. */
function importOf(from: string, to: string, isOfValue: boolean): string {
  const specifier = /^(?:src|demo)\//.test(to) ? relativeImport(from, to) : to
  const keyword = isOfValue ? "import" : "import type"
  return `${keyword} { Target } from "${specifier}"\nexport type Held = Target\n`
}

function relativeImport(from: string, to: string): string {
  const relative = path.posix.relative(path.posix.dirname(from), to).replace(/\.tsx?$/, "")
  return relative.startsWith(".") ? relative : `./${relative}`
}

function readViolations(report: unknown): Violation[] {
  const { summary } = report as {
    summary: { violations: { from: string; to: string; rule: { name: string } }[] }
  }
  return summary.violations.map(({ from, to, rule }) => ({ rule: rule.name, from, to }))
}
