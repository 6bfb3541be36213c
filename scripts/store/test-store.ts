import { resolve } from "node:path"
import { createStore, type Store } from "."

const configFile = resolve(__dirname, "..", "..", "integration-tests", "medusa-config.ts")

/** The store of the tests needs options to load; this gateway is never called. */
const options = {
  ONCHAIN_BASE_URL: "http://localhost:1",
  ONCHAIN_BUSINESS_ID: "biz_template",
  ONCHAIN_API_KEY: "key_template",
  ONCHAIN_WEBHOOK_SECRETS: "secret_template",
  // With the tables of roles, for the stories that enable them.
  MEDUSA_FF_RBAC: "true",
}

/** Runs commands of the tests' store on a database. @param logDirectory existing folder for their output */
export async function withTestStore<T>(
  databaseUrl: string,
  logDirectory: string,
  work: (store: Store) => Promise<T>
): Promise<T> {
  const store = createStore({ configFile, env: { DATABASE_URL: databaseUrl, ...options }, logDirectory })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}
