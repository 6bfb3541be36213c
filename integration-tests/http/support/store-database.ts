import { randomUUID } from "node:crypto"
import { Client } from "@medusajs/framework/pg"

/** A database for one store on the server of this run. */
export type StoreDatabase = { name: string; url: string; drop: () => Promise<void> }

/** Creates a database: a copy of the migrated one that the run was given (STORE_TEMPLATE), of another one, or an empty one. */
export async function createStoreDatabase(
  template = process.env.STORE_TEMPLATE ?? "template1"
): Promise<StoreDatabase> {
  const name = `store-${randomUUID()}`
  await ask((client) => `CREATE DATABASE ${client.escapeIdentifier(name)} TEMPLATE ${template}`)
  const drop = () => ask((client) => `DROP DATABASE ${client.escapeIdentifier(name)} WITH (FORCE)`)
  return { name, url: urlOf(name), drop }
}

async function ask(statement: (client: Client) => string): Promise<void> {
  const client = new Client({ connectionString: urlOf("postgres") })
  await client.connect()
  try {
    await client.query(statement(client))
  } finally {
    await client.end()
  }
}

function urlOf(database: string): string {
  const { DB_USERNAME, DB_PASSWORD, DB_HOST, DB_PORT } = process.env
  return `postgres://${DB_USERNAME}:${DB_PASSWORD}@${DB_HOST}:${DB_PORT}/${database}`
}
