import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { isDeepStrictEqual } from "node:util"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { admin, colleague, customer } from "../../../demo/store/accounts"
import { SeedResult } from "../../../demo/store/seed-result"
import { installSelf } from "../../package/install-self"
import type { Postgres } from "../../postgres"
import { withTestStore } from "../test-store"
import { type Dump, dumpSources, restoreDump } from "./dump-file"
import { type DatabaseContents, readDatabase } from "./read-database"

const script = resolve(__dirname, "..", "..", "..", "demo", "store", "seed-script.ts")
/** What a store notes about its own start belongs to no other store. */
const isKept = (table: string) => !table.startsWith("onchain_")

/**
 * Migrates and fills a store with Medusa's own commands, and reads both states.
 *
 * @throws Error when a database restored from it differs
 */
export async function makeDump(postgres: Postgres): Promise<Dump> {
  await installSelf({ isServerEnough: true })
  const name = "dumped"
  await postgres.dropDatabase(name)
  const url = await postgres.createDatabase(name)
  const directory = mkdtempSync(join(tmpdir(), "onchain-dump-"))
  try {
    const [before, after, seed] = await withTestStore(url, directory, async (store) => {
      await store.migrate()
      const migrated = await readDatabase(url, isKept)
      const file = join(directory, "seed.json")
      const contents = { admin, colleagues: [colleague], showcase: customer }
      await store.exec(script, [JSON.stringify(contents), file])
      return [migrated, await readDatabase(url, isKept), readFileSync(file, "utf8")] as const
    })
    const { tables, rules } = after
    const dump = {
      ...{ sources: dumpSources(), seed: SeedResult.parse(JSON.parse(seed)) },
      ...{ tables, migrated: before.rows, seeded: changedRows(before, after), rules },
    }
    const again = await readDatabase(await restoreDump(postgres, `${name}_again`, dump, "seeded"), isKept)
    if (!isDeepStrictEqual(shape(again), shape(after)))
      throw new Error("The restored store differs from the dumped one")
    return dump
  } finally {
    await postgres.dropDatabase(`${name}_again`)
    await postgres.dropDatabase(name)
    rmSync(directory, { recursive: true, force: true })
  }
}

/** Rows of tables that differ. */
const changedRows = (before: DatabaseContents, after: DatabaseContents) =>
  Object.fromEntries(Object.entries(after.rows).filter(([table, rows]) => before.rows[table] !== rows))

/** Postgres writes the condition of an index in other words after it was read once. */
const shape = ({ tables, rows, rules }: DatabaseContents) => [tables, rows, rules.split("\n").length]
