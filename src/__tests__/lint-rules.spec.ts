import path from "node:path"
import { repository, runTool, writeSourceTree } from "./source-tree"

type Finding = { file: string; rule: string | null }

const FETCH = "export const page = () => fetch('https://x.test')"
const HOME = "export const home = process.env.HOME"
const ONE = "export const one = 1"
const IMPORTS = "@typescript-eslint/no-restricted-imports"

const forbidden: [rule: string, file: string, text: string][] = [
  ["no-restricted-globals", "src/modules/a.ts", FETCH],
  ["no-restricted-globals", "src/gateway/client/call.ts", FETCH],
  [
    "no-restricted-properties",
    "src/modules/b.ts",
    "export const page = () => globalThis.fetch('https://x.test')",
  ],
  [IMPORTS, "src/modules/c.ts", 'import { request } from "node:https"\nrequest("")'],
  [
    IMPORTS,
    "src/gateway/client/lists.ts",
    'import { request } from "undici"\nvoid request("https://x.test")',
  ],
  ["no-restricted-globals", "src/modules/onchain/rates/rate-book.ts", FETCH],
  ["no-restricted-properties", "src/modules/d.ts", HOME],
  ["no-restricted-properties", "src/sandbox/a.ts", HOME],
  ["no-restricted-properties", "src/gateway/client/http.ts", HOME],
  [IMPORTS, "src/modules/e.ts", 'import { env } from "node:process"\nenv.HOME = ""'],
  ["no-console", "src/modules/f.ts", "console.log(1)"],
  ["no-console", "src/sandbox/b.ts", "console.log(1)"],
  ["@typescript-eslint/no-explicit-any", "src/modules/g.ts", "export const one: any = 1"],
  ["@typescript-eslint/no-floating-promises", "src/modules/h.ts", "Promise.resolve(1)"],
  [
    "@typescript-eslint/ban-ts-comment",
    "src/modules/i.ts",
    "// @ts-ignore because\nexport const one: string = 1",
  ],
  ["no-restricted-syntax", "src/modules/j.ts", "export const one = 1 as unknown as string"],
  [
    "@typescript-eslint/consistent-type-imports",
    "src/modules/k.ts",
    'import { Held } from "./held"\nexport type Other = Held',
  ],
  ["max-lines", "src/modules/l.ts", "export {}\n".repeat(451)],
  ...["utils", "helpers", "lib", "common", "core"].map((name): [string, string, string] => [
    "onchain/folder-names",
    `src/modules/${name}/a.ts`,
    ONE,
  ]),
  ["onchain/folder-names", "src/admin/lib/utils/a.ts", ONE],
]

const allowed: [file: string, text: string][] = [
  ["src/modules/held.ts", "export type Held = string"],
  ["src/cli/index.ts", "console.log(process.env.HOME)"],
  ["src/sandbox/sender.ts", "export const send = () => fetch('https://x.test')"],
  ["src/gateway/client/http-like/a.ts", ONE],
  ["src/modules/onchain/rates/price-sources.ts", "export const ask = () => fetch('https://x.test')"],
  ["src/checkout/poll.ts", "export const poll = () => fetch('https://x.test')"],
  ["src/admin/lib/client.ts", ONE],
  [
    "src/modules/types.ts",
    'import type { IncomingMessage } from "node:http"\nexport type Held = IncomingMessage',
  ],
]

let tree: Awaited<ReturnType<typeof writeSourceTree>>
let findings: Finding[]

beforeAll(async () => {
  tree = await writeSourceTree(
    Object.fromEntries([...forbidden.map(([, file, text]) => [file, text]), ...allowed])
  )
  const { stdout, stderr } = await runTool(
    "eslint/bin/eslint.js",
    ["--config", path.join(repository, "eslint.config.mjs"), "--format", "json", "src"],
    tree.root
  )
  if (stdout === "") throw new Error(stderr)
  findings = readFindings(JSON.parse(stdout), tree.root)
}, 60_000)

afterAll(() => tree.remove())

test.each(forbidden)("%s is reported in %s", (rule, file) => {
  expect(findings).toContainEqual({ file, rule })
})

test.each(allowed)("nothing is reported in %s", (file) => {
  expect(findings.filter((one) => one.file === file)).toEqual([])
})

function readFindings(report: unknown, root: string): Finding[] {
  const files = report as { filePath: string; messages: { ruleId: string | null }[] }[]
  return files.flatMap(({ filePath, messages }) =>
    messages.map(({ ruleId }) => ({ file: path.relative(root, filePath), rule: ruleId }))
  )
}
