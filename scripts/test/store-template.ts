import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import type { Postgres } from "../postgres"
import { currentDump } from "../store/dump/current-dump"
import { restoreDump } from "../store/dump/dump-file"
import { withTestStore } from "../store/test-store"

const script = resolve(__dirname, "..", "..", "integration-tests", "http", "support", "prepare-store.ts")

/** Creates a migrated database for the tests' store, so that each file starts with a copy of it. @returns its name */
export async function createStoreTemplate(postgres: Postgres): Promise<string> {
  const name = "store_template"
  const dump = await currentDump(postgres, () =>
    console.log(
      "The committed dump of a store is of other migrations: a new one is made. Write it with npm run dump."
    )
  )
  await restoreDump(postgres, name, dump, "migrated")
  return name
}

/**
 * Prepares a copy of it in which shoppers are about to pay.
 *
 * @returns its name, and what is in it as JSON: see `integration-tests/http/support/prepare-store.ts`
 */
export async function prepareStoreTemplate(
  postgres: Postgres,
  template: string
): Promise<{ name: string; contents: string }> {
  const name = "store_prepared"
  const url = await postgres.createDatabase(name, template)
  const directory = mkdtempSync(join(tmpdir(), "onchain-template-"))
  try {
    const file = join(directory, "prepared.json")
    await withTestStore(url, directory, (store) => store.exec(script, [file]))
    return { name, contents: readFileSync(file, "utf8") }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
