import { createRequire } from "node:module"
import { join } from "node:path"
import { buildCheckout } from "./build-checkout"
import { buildGuides } from "./build-guides"
import { compilePackage } from "./compile-package"
import { compileServer } from "./compile-server"
import { nameAdminChunks } from "./name-admin-chunks"
import { packLocales } from "./pack-locales"
import { pruneTypes } from "./prune-types"
import { stripCode } from "./strip-code"

/** The part of Medusa's bundler that `medusa plugin:build` uses. */
type AdminBundler = { plugin(options: { root: string; outDir: string }): Promise<void> }

/**
 * What the server of a store runs, in a second or two: without types and the admin.
 *
 * @param root directory of the repository; written to `.medusa/server`
 */
export async function buildServer(root: string): Promise<void> {
  compileServer(root)
  await buildCheckout(root)
  buildGuides(root)
}

/**
 * What `medusa plugin:build` builds, without its check of all types, and then: the bundle of `<onchain-checkout>`, the pages of
 * the guides, names of the admin's parts, packed languages, and nothing that a store has no use for.
 *
 * @param root directory of the repository; written to `.medusa/server`
 */
export async function buildPlugin(root: string): Promise<void> {
  compilePackage(root)
  // The bundler of the Medusa that is installed, which depends on it.
  const require = createRequire(createRequire(__filename).resolve("@medusajs/medusa/package.json"))
  const bundler = require("@medusajs/admin-bundler") as AdminBundler
  await bundler.plugin({ root, outDir: join(root, ".medusa", "server") })
  await buildCheckout(root)
  buildGuides(root)
  nameAdminChunks(root)
  packLocales(root)
  stripCode(root)
  pruneTypes(root)
}
