import { readdirSync } from "node:fs"
import path from "node:path"
import { findAssumptionSet } from "../assumption-sets/assumption-sets"
import { runByDoctor } from "../story/story"

const STORIES = path.resolve(__dirname, "../stories")

/**
 * Every story of one service, by the settings that the doctor proposes for it.
 *
 * @param name of the assumption set
 */
export function allStoriesByDoctor(name: string): void {
  const files = readdirSync(STORIES).filter((file) => file.endsWith(".spec.ts"))
  runByDoctor(findAssumptionSet(name), () => {
    for (const file of files) jest.requireActual<object>(path.join(STORIES, file))
  })
}
