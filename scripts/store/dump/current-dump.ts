import { join, resolve } from "node:path"
import type { Postgres } from "../../postgres"
import { type Dump, dumpFile, dumpSources, readDump, writeDump } from "./dump-file"
import { makeDump } from "./make-dump"

/** Dumps of changed migrations, until theirs is committed. */
const cache = resolve(__dirname, "..", "..", "..", "node_modules", ".cache", "store-dump")

/**
 * The dump of the migrations as they are: the committed one, or else one that is made once and kept.
 *
 * @param onStale called before a dump is made, which takes a minute
 */
export async function currentDump(postgres: Postgres, onStale: () => void): Promise<Dump> {
  const sources = dumpSources()
  const kept = join(cache, `${sources}.json.gz`)
  for (const file of [dumpFile, kept]) {
    const dump = readDump(file)
    if (dump?.sources === sources) return dump
  }
  onStale()
  const dump = await makeDump(postgres)
  writeDump(kept, dump)
  return dump
}
