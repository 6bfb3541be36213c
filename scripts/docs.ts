/** `npm run docs`: writes the documents that are generated, from the code and from other documents. */
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { repository } from "./documents/code-blocks"
import { GENERATED } from "./documents/generated"

async function main(): Promise<void> {
  for (const [name, text] of Object.entries(GENERATED)) {
    const file = join(repository, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, await text())
    console.log(`${name} written`)
  }
}

main().catch((error: unknown) => {
  console.error(error)
  process.exit(1)
})
