/**
 * `npm run evidence`: takes the figures that commands measured on this machine (`npm run marks`, `mutants`, `search` and `chaos`) over into
 * `docs/evidence.json`, and writes the page that shows them.
 */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { format } from "prettier"
import { repository } from "./documents/code-blocks"
import { GENERATED } from "./documents/generated"
import { EVIDENCE, MEASURED_HERE, readMeasured } from "./documents/guarantees/measured"
import { countReached } from "./marks/reached"

async function main(): Promise<void> {
  const [known, here] = [readMeasured(EVIDENCE), readMeasured(MEASURED_HERE)]
  const all = {
    marks: { ...known.marks, ...countReached() },
    mutants: { ...known.mutants, ...here.mutants },
    search: { ...known.search, ...here.search },
    chaos: { ...known.chaos, ...here.chaos },
  }
  const written = await format(JSON.stringify(all), { parser: "json", printWidth: 110 })
  writeFileSync(join(repository, EVIDENCE), written)
  const page = "docs/guarantees.md"
  const text = await GENERATED[page]?.()
  writeFileSync(join(repository, page), text ?? "")
}

main().catch((error: unknown) => {
  console.error(error)
  process.exit(1)
})
