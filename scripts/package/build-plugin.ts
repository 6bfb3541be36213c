import { createRequire } from "node:module"
import { join } from "node:path"
import { buildCheckout } from "./build-checkout"
import { buildGuides } from "./build-guides"
import { compileServer } from "./compile-server"
import { emitTypes } from "./emit-types"
import { nameAdminChunks } from "./name-admin-chunks"
import { packLocales } from "./pack-locales"
import { pruneTypes } from "./prune-types"
import { shortenAdmin } from "./shorten-admin"

/** The part of Medusa's bundler that `medusa plugin:build` uses. */
type AdminBundler = { plugin(options: { root: string; outDir: string }): Promise<void> }

/**
 * What a server needs: its code, the bundles of `<onchain-checkout>`, and the pages of the guides.
 *
 * @param root directory of the repository; written to `.medusa/server`
 */
export async function buildServer(root: string): Promise<void> {
  compileServer(root)
  await buildCheckout(root)
  buildGuides(root)
}

/**
 * The whole package: the server, the admin as `medusa plugin:build` bundles it, and types. Medusa's command would also check all
 * types, which takes most of its time and is a check of its own.
 *
 * @param root directory of the repository; written to `.medusa/server`
 */
export async function buildPlugin(root: string): Promise<void> {
  await buildServer(root)
  // Of the Medusa that is installed, which depends on it.
  const require = createRequire(createRequire(__filename).resolve("@medusajs/medusa/package.json"))
  const bundler = require("@medusajs/admin-bundler") as AdminBundler
  await bundler.plugin({ root, outDir: join(root, ".medusa", "server") })
  nameAdminChunks(root)
  packLocales(root)
  shortenAdmin(root)
  emitTypes(root)
  pruneTypes(root)
}
