import { logger } from "@medusajs/framework/logger"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ContainerRegistrationKeys, Modules, ModulesSdkUtils } from "@medusajs/framework/utils"
import type { Say } from "../../demo/progress"
import type { Teardown } from "../../demo/teardown"
import { startPostgres } from "../../scripts/postgres"
import { currentDump } from "../../scripts/store/dump/current-dump"
import { restoreDump } from "../../scripts/store/dump/dump-file"
import OnchainModuleService from "../../src/modules/onchain/service"
import { validInput } from "../../src/modules/onchain/options/__tests__/valid-options"
import { median } from "../report/statistics"
import { fillStore } from "./fill"
import { ExplainedConnection, type Ran } from "./pages"
import { type Sized, type Work, WORKS } from "./works"

/** What some work costs in a store of each size. */
export type Cost = {
  name: string
  /** Medians in milliseconds. */
  ms: number[]
  /** Blocks of 8 kB. */
  pages: number[]
  rows: number[]
  /** Of the largest store. */
  ran: Ran[]
  /** Whether the largest store reads hardly more than one at least ten times smaller that shows as many rows. */
  isFlat: boolean
}

/** And a page for each search of an index, whose tree is a level deeper. */
const MOST_GROWTH = 1.3
const TIMES = 7
const SAME_ROWS = 0.9

/** A store of one size: its connection, and one that explains what it runs. */
type Store = { plain: Sized; explained: Sized; connection: ExplainedConnection }

/**
 * Measures what each piece of work of a store costs with few and with many payments behind it.
 *
 * @param sizes numbers of payments, ascending
 */
export async function measureGrowth(
  sizes: readonly number[],
  { only, say, teardown }: { only: string | undefined; say: Say; teardown: Teardown }
): Promise<{ costs: Cost[]; stores: Sized[] }> {
  const stores = await createStores(sizes, say, teardown)
  const costs: Cost[] = []
  for (const work of WORKS) {
    if (only !== undefined && !work.name.includes(only)) continue
    const cost = await measure(work, stores, sizes)
    costs.push(cost)
    say(
      `${cost.isFlat ? "flat" : "GROWS"} ${cost.name}: ${cost.pages.join(" ")} pages, ${cost.ms.map((ms) => ms.toFixed(1)).join(" ")} ms`
    )
  }
  return { costs, stores: stores.map(({ plain }) => plain) }
}

async function createStores(sizes: readonly number[], say: Say, teardown: Teardown): Promise<Store[]> {
  logger.setLogLevel("warn")
  const postgres = await startPostgres({ isDurable: true })
  teardown.add(() => postgres.stop())
  const dump = await currentDump(postgres, () => say("the dump of the store is made anew"))
  const stores: Store[] = []
  for (const size of sizes) {
    const startedAt = performance.now()
    const clientUrl = await restoreDump(postgres, `growth_${size}`, dump, "seeded")
    const knex = ModulesSdkUtils.createPgConnection({ clientUrl, pool: { min: 1, max: 4 } })
    teardown.add(() => knex.destroy())
    await fillStore(knex, size)
    const connection = new ExplainedConnection(clientUrl)
    teardown.add(() => connection.knex.destroy())
    let last = 0
    const sized = (of: Knex): Sized => ({ ...{ knex: of, size, next: () => ++last }, service: serviceOf(of) })
    stores.push({ plain: sized(knex), explained: sized(connection.knex), connection })
    say(`a store of ${size} payments was filled in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`)
  }
  return stores
}

export const serviceOf = (knex: Knex) =>
  new OnchainModuleService(
    { [ContainerRegistrationKeys.PG_CONNECTION]: knex, logger, [Modules.EVENT_BUS]: undefined as never },
    validInput
  )

async function measure(work: Work, stores: readonly Store[], sizes: readonly number[]): Promise<Cost> {
  const times: number[][] = stores.map(() => [])
  // The first call makes a connection, and a cache or a plan.
  for (const { plain } of stores) await work.run(plain)
  for (let turn = 0; turn < TIMES; turn++)
    for (const [index, { plain }] of stores.entries()) {
      const startedAt = performance.now()
      await work.run(plain)
      times[index]?.push(performance.now() - startedAt)
    }
  const all: Ran[][] = []
  for (const { explained, connection } of stores) {
    await work.run(explained)
    all.push(await connection.explain(() => work.run(explained)))
  }
  const pages = all.map((ran) => sumOf(ran, "pages"))
  const rows = all.map((ran) => sumOf(ran, "rows"))
  const [shown, read, size] = [rows, pages, sizes].map((values) => values.at(-1) ?? 0) as [
    number,
    number,
    number,
  ]
  // Twenty rows are compared with twenty rows; and a table of a few pages is read whole, which costs less than its index.
  const isFlat = all.some((ran, index) => {
    const isComparable = (sizes[index] ?? 0) * 10 <= size && (rows[index] ?? 0) >= shown * SAME_ROWS
    return isComparable && read <= sumOf(ran, "pages") * MOST_GROWTH + sumOf(all.at(-1) ?? [], "searches")
  })
  return { name: work.name, ms: times.map(median), pages, rows, ran: all.at(-1) ?? [], isFlat }
}

const sumOf = (ran: readonly Ran[], what: "pages" | "rows" | "searches") =>
  ran.reduce((sum, one) => sum + one[what], 0)
