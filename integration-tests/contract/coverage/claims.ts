import { readdirSync } from "node:fs"
import path from "node:path"
import { collectClaims } from "../story/story"
import { repository } from "./items"
import type { FiledClaim } from "./table"

const storiesFolder = path.resolve(__dirname, "../stories")

/**
 * What the stories of the contract claim, by file.
 *
 * @param load requires a file of stories
 */
export function readClaims(load: (file: string) => void): FiledClaim[] {
  return readdirSync(storiesFolder)
    .filter((name) => name.endsWith(".spec.ts"))
    .sort()
    .flatMap((name) => {
      const file = path.join(storiesFolder, name)
      const found = collectClaims(() => load(file))
      return found.map((claim) => ({ ...claim, file: path.relative(repository, file) }))
    })
}
