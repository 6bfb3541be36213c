import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join, resolve } from "node:path"
import { gunzipSync, gzipSync } from "node:zlib"
import { Client } from "@medusajs/framework/pg"
import { z } from "zod"
import { SeedResult } from "../../../demo/store/seed-result"
import { hashOf } from "../../package/source-hash"
import type { Postgres } from "../../postgres"

const root = resolve(__dirname, "..", "..", "..")
/** Committed, so that no demo or test run migrates a store. `npm run dump` writes it. */
export const dumpFile = join(__dirname, "store.json.gz")

/** What decides the content, beside the version of Medusa. */
const SOURCES = [
  join("demo", "store", "accounts.ts"),
  join("demo", "store", "seed"),
  join("src", "links"),
  join("src", "modules", "onchain", "migrations"),
]

const Rows = z.record(z.string(), z.string())
const Dump = z.object({
  /** Fingerprint of what it was made from. */
  sources: z.string(),
  seed: SeedResult,
  tables: z.string(),
  /** Of a store that is migrated and has no product. */
  migrated: Rows,
  /** Of the demo's store, in the tables where they differ. */
  seeded: Rows,
  rules: z.string(),
})

/** A migrated store and the demo's, as SQL. */
export type Dump = z.infer<typeof Dump>

/** Fingerprint of the migrations, of Medusa's and ours, and of the demo's products. */
export function dumpSources(): string {
  const { version } = createRequire(__filename)("@medusajs/medusa/package.json") as { version: string }
  return `${version}-${hashOf(root, SOURCES).slice(0, 16)}`
}

export const readDump = (file: string): Dump | undefined =>
  existsSync(file) ? Dump.parse(JSON.parse(gunzipSync(readFileSync(file)).toString("utf8"))) : undefined

export function writeDump(file: string, dump: Dump): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, gzipSync(JSON.stringify(dump), { level: 9 }))
}

/**
 * Creates a database from a dump.
 *
 * @param content `migrated` for a blank store, `seeded` for the demo's
 * @returns its connection string
 */
export async function restoreDump(
  postgres: Pick<Postgres, "createDatabase">,
  name: string,
  { tables, migrated, seeded, rules }: Omit<Dump, "sources" | "seed">,
  content: "migrated" | "seeded"
): Promise<string> {
  const url = await postgres.createDatabase(name)
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const rows = content === "migrated" ? migrated : { ...migrated, ...seeded }
    await client.query([tables, ...Object.values(rows), rules].join("\n"))
  } finally {
    await client.end()
  }
  return url
}
