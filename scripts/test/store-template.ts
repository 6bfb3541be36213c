import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import type { Postgres } from "../postgres"
import { createStore, type Store } from "../store"

const tests = join(resolve(__dirname, "..", ".."), "integration-tests")

/** The store of the tests needs options to load; this gateway is never called. */
const options = {
  ONCHAIN_BASE_URL: "http://localhost:1",
  ONCHAIN_BUSINESS_ID: "biz_template",
  ONCHAIN_API_KEY: "key_template",
  ONCHAIN_WEBHOOK_SECRETS: "secret_template",
  // With the tables of roles, for the stories that enable them.
  MEDUSA_FF_RBAC: "true",
}

/** Migrates a database for the tests' store, so that each file starts with a copy of it. @returns its name */
export async function migrateStoreTemplate(postgres: Postgres): Promise<string> {
  const name = "store_template"
  await withStore(await postgres.createDatabase(name), (store) => store.migrate())
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
  return withStore(await postgres.createDatabase(name, template), async (store, directory) => {
    const file = join(directory, "prepared.json")
    await store.exec(join(tests, "http", "support", "prepare-store.ts"), [file])
    return { name, contents: readFileSync(file, "utf8") }
  })
}

async function withStore<T>(
  databaseUrl: string,
  work: (store: Store, directory: string) => Promise<T>
): Promise<T> {
  const logDirectory = mkdtempSync(join(tmpdir(), "onchain-template-"))
  const configFile = join(tests, "medusa-config.ts")
  const store = createStore({ configFile, env: { DATABASE_URL: databaseUrl, ...options }, logDirectory })
  try {
    return await work(store, logDirectory)
  } finally {
    await store.close()
    rmSync(logDirectory, { recursive: true, force: true })
  }
}
