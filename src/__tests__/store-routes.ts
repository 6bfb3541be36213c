import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { repository } from "./source-tree"

export type StoreRoute = { method: string; /** Such as `/store/carts/:id`. */ path: string }

/** Routes of these take the id of a cart, an order, a payment collection, a session or a payment. */
const NOUNS =
  /^\/store\/(carts|orders|payment-collections|returns|shipping-options|onchain|own-payment-sessions)(\/|$)/

/**
 * Every route under `/store` of Medusa and of the plugin that takes such an id, as their files say: one that a new version of Medusa
 * adds is not forgotten.
 *
 * @param ofStore folder with further routes, of a store itself
 */
export function listStoreRoutes(...ofStore: string[]): StoreRoute[] {
  const roots = ["node_modules/@medusajs/medusa/dist/api/store", ...ofStore]
  const files = roots.flatMap((root) => routesIn(root, "/store"))
  return [...files, ...routesOfTable("src/api/store/onchain/routes.ts")].filter(({ path }) =>
    NOUNS.test(path)
  )
}

function routesOfTable(file: string): StoreRoute[] {
  const rows = readFileSync(path.join(repository, file), "utf8").matchAll(/^ {2}"(GET|POST) (\/[^"]+)": \[/gm)
  return [...rows].map(([, method = "", url = ""]) => ({ method, path: url }))
}

const DECLARED =
  /^export (?:async function|const) (GET|POST|PUT|PATCH|DELETE)\b|^exports\.(GET|POST|PUT|PATCH|DELETE) = (?!void|exports)/gm

/** Every route whose file is in a folder of the repository, below a path. */
export function routesIn(folder: string, below: string): StoreRoute[] {
  const root = path.join(repository, folder)
  const files = readdirSync(root, { recursive: true, encoding: "utf8" })
  return files.flatMap((file) => {
    if (!/^route\.[jt]s$/.test(path.basename(file))) return []
    const url = path.dirname(file).replace(/\[(\w+)\]/g, ":$1")
    const declared = readFileSync(path.join(root, file), "utf8").matchAll(DECLARED)
    return [...declared].map(([, ours, medusas]) => ({
      method: ours ?? medusas ?? "",
      path: `${below}/${url}`,
    }))
  })
}
