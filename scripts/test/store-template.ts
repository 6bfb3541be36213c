import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import type { Postgres } from "../postgres"
import { createStore } from "../store"

const NAME = "store_template"
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
  const logDirectory = mkdtempSync(join(tmpdir(), "onchain-template-"))
  const configFile = join(resolve(__dirname, "..", ".."), "integration-tests", "medusa-config.ts")
  const env = { DATABASE_URL: await postgres.createDatabase(NAME), ...options }
  const store = createStore({ configFile, env, logDirectory })
  try {
    await store.migrate()
    return NAME
  } finally {
    await store.close()
    rmSync(logDirectory, { recursive: true, force: true })
  }
}
