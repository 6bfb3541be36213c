/** `npm run docs`: writes the documents that are generated from the code. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { format } from "prettier"
import { createDocument } from "./openapi/document"

async function main(): Promise<void> {
  const file = join(__dirname, "..", "docs", "developers", "openapi.json")
  writeFileSync(file, await format(JSON.stringify(createDocument()), { parser: "json", printWidth: 110 }))
  console.log("docs/developers/openapi.json written")
}

main().catch((error: unknown) => {
  console.error(error)
  process.exit(1)
})
