import { buildCheckout } from "./build-checkout"
import { buildGuides } from "./build-guides"
import { nameAdminChunks } from "./name-admin-chunks"
import { packLocales } from "./pack-locales"
import { pruneTypes } from "./prune-types"
import { stripCode } from "./strip-code"

/**
 * What follows `medusa plugin:build`: the bundle of `<onchain-checkout>`, the pages of the guides, names of the
 * admin's parts, packed languages, and nothing that a store has no use for.
 *
 * @param root directory of the repository, with the built `.medusa/server`
 */
export async function finishBuild(root: string): Promise<void> {
  await buildCheckout(root)
  buildGuides(root)
  nameAdminChunks(root)
  packLocales(root)
  stripCode(root)
  pruneTypes(root)
}
