/** Second half of `npm run build`. */
import { resolve } from "node:path"
import { finishBuild } from "./package/finish-build"

finishBuild(resolve(__dirname, "..")).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
