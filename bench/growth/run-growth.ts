import { writeFileSync } from "node:fs"
import type { Say } from "../../demo/progress"
import type { Teardown } from "../../demo/teardown"
import { type Cost, measureGrowth } from "./growth"
import { measurePurge, measureSizes, measureWrites } from "./sizes"
import type { Sized } from "./works"

const SIZES = "1000,10000,100000,1000000"

type Request = { sizes: string | undefined; only: string | undefined; json: string | undefined }

/**
 * What each piece of a store's work costs with 1,000, 10,000, 100,000 and 1,000,000 payments behind it, and what they take on the disk.
 *
 * @param request.sizes other numbers of payments, ascending and with a comma between them
 * @param request.only a part of the names of what is measured
 */
export async function runGrowth(request: Request, say: Say, teardown: Teardown): Promise<void> {
  const sizes = (request.sizes ?? SIZES).split(",").map(Number)
  const { costs, stores } = await measureGrowth(sizes, { only: request.only, say, teardown })
  process.stdout.write(`\n${tableOf(costs, sizes)}`)
  for (const { name, ran } of costs.filter(({ isFlat }) => !isFlat))
    for (const { pages, scans, sql } of ran)
      say(
        `${name}: ${pages} pages${scans.map((table) => `, all of ${table}`).join("")}: ${sql.slice(0, 300)}`
      )
  const disk = request.only === undefined ? await measureDisk(stores, say) : null
  const shown = costs.map(({ ran: _, ...cost }) => cost)
  if (request.json) writeFileSync(request.json, `${JSON.stringify({ sizes, costs: shown, disk }, null, 2)}\n`)
}

async function measureDisk(stores: readonly Sized[], say: Say) {
  const largest = stores.at(-1)
  const before = largest && (await measureSizes(largest, say))
  const writes = []
  for (const store of stores) writes.push(await measureWrites(store, say))
  return { before, writes, after: largest && (await measurePurge(largest, say)) }
}

function tableOf(costs: readonly Cost[], sizes: readonly number[]): string {
  const lines = costs.map(
    ({ name, pages, ms, isFlat }) =>
      `| ${name} | ${pages.join(" / ")} | ${ms.map((one) => one.toFixed(1)).join(" / ")} | ${isFlat ? "flat" : "grows"} |`
  )
  const head = `| what | pages of 8 kB at ${sizes.join(" / ")} payments | ms | |\n| --- | --- | --- | --- |`
  const flat = costs.filter(({ isFlat }) => isFlat).length
  return `${head}\n${lines.join("\n")}\n\n${flat} of ${costs.length} are flat\n`
}
