/** `npm run build`: writes the package to `.medusa/server`. */
import { resolve } from "node:path"
import { buildPlugin } from "./package/build-plugin"

buildPlugin(resolve(__dirname, "..")).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
