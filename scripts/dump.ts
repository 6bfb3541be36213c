/**
 * `npm run dump`: migrates and fills a store, and writes the database that the demo and the tests start from. After a
 * change of a migration, of Medusa's version or of the demo's products.
 */
import { startPostgres } from "./postgres"
import { dumpFile, writeDump } from "./store/dump/dump-file"
import { makeDump } from "./store/dump/make-dump"

async function main(): Promise<void> {
  const postgres = await startPostgres()
  try {
    writeDump(dumpFile, await makeDump(postgres))
    console.log(`${dumpFile} written`)
  } finally {
    await postgres.stop()
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
