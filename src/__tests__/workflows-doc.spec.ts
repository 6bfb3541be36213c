import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { repository } from "./source-tree"

const WORKFLOWS = path.join(repository, "src/workflows")
/** It runs steps of core that exist in workflows only. */
const NOT_FOR_STORES = ["reserveOrderGoodsWorkflow"]

const sources = readdirSync(WORKFLOWS, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.includes("__tests__"))
  .map((file) => readFileSync(path.join(WORKFLOWS, file), "utf8"))

const declared = sources.flatMap((text) =>
  [...text.matchAll(/(?<=^|\s)const (\w+Workflow) = createWorkflow\(([\s\S]*?)\n\}?\)/g)].map(
    ([, name = "", body = ""]) => ({
      name,
      hook: /screenAddress|choosePayout/.exec(body)?.[0] ?? "",
    })
  )
)

it("every workflow is for stores, exported, and listed in docs/developers/extending.md with its hook", () => {
  const count = sources.join("").match(/[^\w]createWorkflow\(/g)?.length
  expect(declared).toHaveLength(count ?? 0)
  const document = readFileSync(path.join(repository, "docs/developers/extending.md"), "utf8")
  const listed = [...document.matchAll(/^\| `(\w+Workflow)` +\| [^|]* \| +`?(\w*)`? +\|$/gm)]
    .map(([, name, hook]) => ({ name, hook }))
    .filter(({ hook }) => !/refund|treasury/.test(hook ?? ""))
  const forStores = declared.filter(({ name }) => !NOT_FOR_STORES.includes(name))
  const byName = (rows: readonly { name?: string; hook?: string }[]) =>
    rows.map(({ name, hook }) => `${name} ${hook}`).sort()
  expect(byName(listed)).toEqual(byName(forStores))
  const index = readFileSync(path.join(WORKFLOWS, "index.ts"), "utf8")
  const own = readFileSync(path.join(WORKFLOWS, "store-workflows.ts"), "utf8")
  for (const { name } of forStores)
    expect(index + own).toMatch(new RegExp(`(export const|export \\{) ${name}\\b`))
})
