/** Runs before each test file: time for a store to boot, and logs only when asked for (DEBUG=1). */
const { MetadataStorage } = require("@medusajs/framework/mikro-orm/core")

process.env.LOG_LEVEL ??= process.env.DEBUG ? "info" : "error"
jest.setTimeout(300_000)

// MikroORM keeps entities in a global; those of an earlier file would be taken for duplicates.
MetadataStorage.clear()

// Every test gets its database anew, which ends the connections of the pool; knex tells of each by console.log.
const { log } = console
console.log = (...line) => {
  if (!String(line[0]).startsWith("Connection Error: Connection ended unexpectedly")) log(...line)
}
