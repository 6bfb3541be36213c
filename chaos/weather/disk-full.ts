import { closeSync, openSync, rmSync, writeSync } from "node:fs"
import { dirname, join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { whyNoSmallDisk } from "../../scripts/postgres/small-disk"
import type { Weather } from "./weather"

/** Room for the databases of a run and their write-ahead log. */
const diskMb = 700
const chunk = Buffer.alloc(1024 * 1024)

/**
 * Postgres has no space for some seconds: statements fail that need a new page, and it stops altogether when its log needs a new file,
 * until its supervisor can start it again.
 */
export const diskFull: Weather = {
  tearsOrders: true,
  postgres: { diskMb },
  unavailable: whyNoSmallDisk,
  times: (orders) => (orders < 40 ? 1 : Math.min(4, Math.ceil(orders / 40))),
  async blow({ database, random }) {
    const { rows } = await database.query("SHOW data_directory")
    const filler = join(dirname(String(rows[0].data_directory)), "filler")
    const startedBefore = await startedAt(database)
    const ms = random.between(3_000, 9_000)
    const until = Date.now() + ms
    const file = openSync(filler, "w")
    let filledMb = 0
    try {
      filledMb += fill(file) / chunk.length
      // Its next write needs a new file of the log, without which it cannot go on.
      if (random.isTrue(0.5)) await database.query("SELECT pg_switch_wal()").catch(() => undefined)
      // What Postgres gives back is taken too.
      for (; Date.now() < until; await delay(100)) filledMb += fill(file) / chunk.length
    } finally {
      closeSync(file)
      rmSync(filler, { force: true })
    }
    const hasStopped = (await startedAt(database)) !== startedBefore
    return `the disk was full for ${ms} ms, with ${Math.round(filledMb)} MB of something else; Postgres ${hasStopped ? "stopped and recovered" : "ran on"}`
  },
}

/** @returns bytes that the disk still took */
function fill(file: number): number {
  let taken = 0
  for (let size = chunk.length; size >= 1024;) {
    try {
      taken += writeSync(file, chunk, 0, size)
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error
      size /= 4
    }
  }
  return taken
}

/** Also of a server that went through a crash of one of its processes. */
async function startedAt(database: Parameters<Weather["blow"]>[0]["database"]): Promise<string> {
  const { rows } = await database.query(
    "SELECT pg_postmaster_start_time()::text || stats_reset::text AS at FROM pg_stat_wal"
  )
  return String(rows[0].at)
}
