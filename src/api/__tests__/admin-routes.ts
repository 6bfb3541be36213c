import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { repository } from "../../__tests__/source-tree"

export type AdminRoute = { method: string; path: string }

/** Every route under `/admin/onchain`, as the files say: what a new one has to be checked for is not forgotten. */
export function listAdminRoutes(): AdminRoute[] {
  const root = path.join(repository, "src/api/admin/onchain")
  const files = readdirSync(root, { recursive: true, encoding: "utf8" })
  return files.filter((file) => path.basename(file) === "route.ts").flatMap((file) => routesOf(root, file))
}

function routesOf(root: string, file: string): AdminRoute[] {
  const segments = path.dirname(file).split(path.sep)
  const url = segments.map((segment) => segment.replace(/^\[(\w+)\]$/, ":$1")).join("/")
  const text = readFileSync(path.join(root, file), "utf8")
  const methods = [...text.matchAll(/^export (?:async function|const) (GET|POST|PUT|PATCH|DELETE)\b/gm)]
  return methods.map(([, method = ""]) => ({ method, path: `/admin/onchain/${url}` }))
}
