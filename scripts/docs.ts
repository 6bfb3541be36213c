/** `npm run docs`: writes the documents that are generated from the code. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { format } from "prettier"
import { optionsPage } from "./documents/options-page"
import { createDocument } from "./openapi/document"

async function main(): Promise<void> {
  const folder = join(__dirname, "..", "docs", "developers")
  const pages = {
    "openapi.json": await format(JSON.stringify(createDocument()), { parser: "json", printWidth: 110 }),
    "options.md": await optionsPage(),
  }
  for (const [name, text] of Object.entries(pages)) {
    writeFileSync(join(folder, name), text)
    console.log(`docs/developers/${name} written`)
  }
}

main().catch((error: unknown) => {
  console.error(error)
  process.exit(1)
})
