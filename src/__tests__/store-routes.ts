import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { repository } from "./source-tree"

export type StoreRoute = { method: string; /** Such as `/store/carts/:id`. */ path: string }

/** Routes of these take the id of a cart, an order, a payment collection, a session or a payment. */
const NOUNS =
  /^\/store\/(carts|orders|payment-collections|returns|shipping-options|onchain|own-payment-sessions)(\/|$)/

const ROOTS = [
  { folder: "node_modules/@medusajs/medusa/dist/api/store", name: "route.js" },
  { folder: "src/api/store", name: "route.ts" },
]

/**
 * Every route under `/store` of Medusa and of the plugin that takes such an id, as their files say: one that a new version of Medusa
 * adds is not forgotten.
 *
 * @param ofStore folder with further routes, of a store itself
 */
export function listStoreRoutes(ofStore?: string): StoreRoute[] {
  const roots = ofStore === undefined ? ROOTS : [...ROOTS, { folder: ofStore, name: "route.ts" }]
  return roots.flatMap(routesIn).filter((route) => NOUNS.test(route.path))
}

function routesIn({ folder, name }: (typeof ROOTS)[number]): StoreRoute[] {
  const root = path.join(repository, folder)
  const files = readdirSync(root, { recursive: true, encoding: "utf8" })
  return files.filter((file) => path.basename(file) === name).flatMap((file) => routesOf(root, file))
}

const DECLARED =
  /^export (?:async function|const) (GET|POST|PUT|PATCH|DELETE)\b|^exports\.(GET|POST|PUT|PATCH|DELETE) = (?!void|exports)/gm

function routesOf(root: string, file: string): StoreRoute[] {
  const segments = path.dirname(file).split(path.sep)
  const url = segments.map((segment) => segment.replace(/^\[(\w+)\]$/, ":$1")).join("/")
  const declared = readFileSync(path.join(root, file), "utf8").matchAll(DECLARED)
  return [...declared].map(([, ours, medusas]) => ({ method: ours ?? medusas ?? "", path: `/store/${url}` }))
}
