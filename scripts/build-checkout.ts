/** Second half of `npm run build`: bundles `<onchain-checkout>` and writes the pages of the guides. */
import { resolve } from "node:path"
import { buildCheckout } from "./package/build-checkout"
import { buildGuides } from "./package/build-guides"

const root = resolve(__dirname, "..")

buildCheckout(root)
  .then(() => buildGuides(root))
  .catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  })
