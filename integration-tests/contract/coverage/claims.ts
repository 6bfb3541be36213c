import { readdirSync } from "node:fs"
import path from "node:path"
import { collectClaims } from "../story/story"
import { pluginStories } from "./plugin-stories"
import type { FiledClaim } from "./table"

const repository = path.resolve(__dirname, "../../..")
const storiesFolder = path.resolve(__dirname, "../stories")

/**
 * What the stories of the contract claim, by file.
 *
 * @param load requires a file of stories
 */
export function readClaims(load: (file: string) => void): FiledClaim[] {
  return readdirSync(storiesFolder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".spec.ts"))
    .sort()
    .flatMap((name) => {
      const file = path.join(storiesFolder, name)
      const found = collectClaims(() => load(file))
      return found.map((claim) => ({ ...claim, file: path.relative(repository, file) }))
    })
}

/** What the stories of a store show, by the file they are written in. */
export function pluginClaims(): FiledClaim[] {
  const rows = Object.entries(pluginStories)
  const stories = rows.flatMap(([, named]) => named)
  const names = [...new Set(stories.map(({ file, title }) => `${file}\n${title}`))].sort()
  return names.map((name) => {
    const [file = "", title = ""] = name.split("\n")
    const isIt = (story: { file: string; title: string }) => story.file === file && story.title === title
    return { file, title, items: rows.flatMap(([id, named]) => (named.some(isIt) ? [id] : [])) }
  })
}
