import { TestDatabaseUtils } from "@medusajs/test-utils"
import { Database } from "../simulation/database"
import { PLANTS } from "../simulation/plants"
import { planOf, runSeed } from "../simulation/run-seed"
import { createTables } from "../simulation/tables"
import { leave } from "../simulation/virtual"
import { urlOf, workerDatabase } from "./module-database"

const SEEDS = 10

describe("a store of three processes, one boundary at a time", () => {
  let database: Database
  beforeAll(async () => {
    const server = urlOf(TestDatabaseUtils.getDatabaseURL(workerDatabase), "postgres")
    database = await Database.open(await createTables(server, `${workerDatabase}-simulation`))
  })
  afterAll(() => {
    leave()
    return database.close()
  })
  const run = (seed: number, plant?: string) =>
    runSeed(
      database,
      String(seed),
      planOf(String(seed), PLANTS[plant ?? ""]?.only),
      plant === undefined ? undefined : PLANTS[plant]
    )

  test("keeps every promise in the runs of some seeds, and a seed repeats its run exactly", async () => {
    const hashes: string[] = []
    for (let seed = 1; seed <= SEEDS; seed++) {
      const { violations, hash } = await run(seed)
      expect({ seed, violations }).toEqual({ seed, violations: [] })
      hashes.push(hash)
    }
    expect((await run(1)).hash).toBe(hashes[0])
    expect(new Set(hashes).size).toBe(SEEDS)
  })

  test("finds a key that is stored after its call, and finds it again", async () => {
    const found = await run(1, "key")
    expect(found.violations).not.toEqual([])
    expect(await run(1, "key")).toEqual(found)
  })
})
