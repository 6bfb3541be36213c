import { createRequire } from "node:module"
import { join } from "node:path"
import { buildCheckout } from "./build-checkout"
import { buildGuides } from "./build-guides"
import { compileServer } from "./compile-server"
import { compileTypes } from "./compile-types"
import { packAdmin } from "./pack-admin"
import { pruneTypes } from "./prune-types"

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
 * What `medusa plugin:build` builds, without its check of all types: the server, the types of its public entries, and the
 * admin as stores download it.
 *
 * @param root directory of the repository; written to `.medusa/server`
 */
export async function buildPlugin(root: string): Promise<void> {
  await buildServer(root)
  compileTypes(root)
  pruneTypes(root)
  // The bundler of the Medusa that is installed, which depends on it.
  const require = createRequire(createRequire(__filename).resolve("@medusajs/medusa/package.json"))
  const bundler = require("@medusajs/admin-bundler") as AdminBundler
  await bundler.plugin({ root, outDir: join(root, ".medusa", "server") })
  packAdmin(root)
}
