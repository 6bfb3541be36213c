import { buildCheckout } from "./build-checkout"
import { buildGuides } from "./build-guides"
import { nameAdminChunks } from "./name-admin-chunks"
import { packLocales } from "./pack-locales"

/**
 * What follows `medusa plugin:build`: the bundle of `<onchain-checkout>`, the pages of the guides, names of the admin's parts, and packed languages.
 *
 * @param root directory of the repository, with the built `.medusa/server`
 */
export async function finishBuild(root: string): Promise<void> {
  await buildCheckout(root)
  buildGuides(root)
  nameAdminChunks(root)
  packLocales(root)
}
