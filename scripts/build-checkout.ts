/** Second half of `npm run build`: bundles `<onchain-checkout>`, writes the pages of the guides, and names the parts of the admin. */
import { resolve } from "node:path"
import { buildCheckout } from "./package/build-checkout"
import { buildGuides } from "./package/build-guides"
import { nameAdminChunks } from "./package/name-admin-chunks"

const root = resolve(__dirname, "..")

buildCheckout(root)
  .then(() => {
    buildGuides(root)
    nameAdminChunks(root)
  })
  .catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  })
