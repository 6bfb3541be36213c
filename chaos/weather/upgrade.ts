import { nextRelease, NEXT_MIGRATION, olderRelease, whyNoOlderRelease } from "../environment/releases"
import type { NamedProcess } from "../environment/supervised-process"
import type { Weather } from "./weather"

/**
 * The store runs an older release. Its tables become those of the next one while it runs, its processes are replaced one after the
 * other, all of them go back to the older release, which then runs on the newer tables, and forward again.
 */
export const rollingUpgrade: Weather = {
  needsCluster: true,
  tearsOrders: false,
  // Most orders are to meet this release.
  comesEarly: true,
  plugin: olderRelease,
  unavailable: whyNoOlderRelease,
  times: () => 1,
  async blow({ processes, database, say }) {
    const [older, next] = [olderRelease(), nextRelease()]
    const [first] = processes
    if (!first) return undefined
    first.usePlugin(next)
    await first.migrate()
    const { rows } = await database.query("SELECT 1 FROM mikro_orm_migrations WHERE name = $1", [
      NEXT_MIGRATION,
    ])
    if (rows.length === 0) throw new Error("The migration of the next release did not run")
    say("rolling-upgrade: the tables are those of the next release")
    for (const [release, name] of [
      [next, "the next release"],
      [older, "the older release"],
      [next, "the next release"],
    ] as const) {
      // Workers first: what a new server writes, a new worker understands.
      for (const process of workersFirst(processes)) {
        await replace(process, release)
        say(`rolling-upgrade: ${process.name} runs ${name}`)
      }
    }
    return `${processes.length} processes went to the next release, back, and forward again`
  },
}

async function replace(process: NamedProcess, release: string): Promise<void> {
  await process.stop()
  process.usePlugin(release)
  await process.restart()
}

function workersFirst(processes: readonly NamedProcess[]): NamedProcess[] {
  return [...processes].sort((a, b) => Number(b.name === "worker") - Number(a.name === "worker"))
}
