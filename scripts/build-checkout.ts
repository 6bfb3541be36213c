/** Second half of `npm run build`: bundles `<onchain-checkout>`. */
import { resolve } from "node:path"
import { buildCheckout } from "./package/build-checkout"

buildCheckout(resolve(__dirname, "..")).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
