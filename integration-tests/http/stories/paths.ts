import { mkdirSync, writeFileSync } from "node:fs"
import { type Profiler, Session } from "node:inspector/promises"
import { join } from "node:path"
import { STORED } from "../support/payment-rows"
import { eventually } from "../support/eventually"
import { expectCaptured, placePurchase } from "../support/purchase"
import type { StoreUnderTest } from "../support/store-suite"
import { fundTreasury } from "../support/treasury"

/**
 * Most source files that one may need to read to follow the main payment flows. `npx tsx scripts/paths.ts` lists them.
 */
const MOST_FILES = { capture: 34, withdrawal: 35 }

export function pathStories(store: StoreUnderTest): void {
  // It writes once a second what happened, also beside the work that is followed here.
  beforeAll(() => store.container.resolve("onchain").status.close())

  it("lead from a webhook to the captured order through few files", async () => {
    const { sandbox, db, quiet } = store
    const orders: string[] = []
    const purchase = async () => {
      const { orderId, invoiceId, sessionId } = await placePurchase(store)
      orders.push(orderId)
      await sandbox.pay(invoiceId)
      await quiet()
      return async () => {
        await sandbox.settle(invoiceId)
        await eventually(async () => {
          const { rows } = await db.raw(`SELECT state FROM ${STORED} WHERE session_id = ?`, [sessionId])
          expect(rows).toEqual([{ state: "captured" }])
        })
        await quiet()
      }
    }
    const files = await executedFiles("capture", purchase)
    for (const orderId of orders) await expectCaptured(store, orderId, orders.length)
    expect(files).toContain("src/workflows/payment/settle-payment.ts")
    expect(files.length).toBeLessThanOrEqual(MOST_FILES.capture)
  })

  it("lead from a request to a sent withdrawal through few files", async () => {
    await fundTreasury(store, "100")
    const api = store.merchant.withdrawals
    const destination = await api.destination()
    // Its webhooks come after it was sent.
    await store.sandbox.setWebhook(null)
    const send = async () => expect(await api.send(destination)).toMatchObject({ state: "sent" })
    const files = await executedFiles("withdrawal", () => Promise.resolve(send))
    expect(files).toContain("src/modules/onchain/payout/withdrawal-store.ts")
    expect(files.length).toBeLessThanOrEqual(MOST_FILES.withdrawal)
  })
}

const BUILT = /\.medusa\/server\/(src\/.+)\.js$/
/** Code that compiling and jest add: the body of a module, and the getter of an exported name, `name: () => name`. */
const isOfLoading = ({ functionName, ranges: [whole] }: Profiler.FunctionCoverage) =>
  ["", "get", "default", "Object.<anonymous>"].includes(functionName) ||
  (whole !== undefined && whole.endOffset - whole.startOffset === `() => ${functionName}`.length)

/** Background work runs beside a job now and then; it rarely runs beside each of three. */
const JOBS = 3

/**
 * Lists the plugin's source files with a function that runs in each of several jobs that do the same, in this process.
 * The list is also written to `.cache/paths`, where `scripts/paths.ts` reads it.
 */
async function executedFiles(name: string, prepare: () => Promise<() => Promise<void>>): Promise<string[]> {
  let files = await filesOf(await prepare())
  for (let job = 1; job < JOBS; job++) {
    const again = new Set(await filesOf(await prepare()))
    files = files.filter((file) => again.has(file))
  }
  mkdirSync(".cache/paths", { recursive: true })
  writeFileSync(join(".cache/paths", `${name}.txt`), files.map((file) => `${file}\n`).join(""))
  return files
}

async function filesOf(job: () => Promise<void>): Promise<string[]> {
  const session = new Session()
  session.connect()
  try {
    await session.post("Profiler.enable")
    await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false })
    await job()
    const { result } = await session.post("Profiler.takePreciseCoverage")
    return [...new Set(result.flatMap(toExecuted))].sort()
  } finally {
    await session.post("Profiler.stopPreciseCoverage")
    session.disconnect()
  }
}

function toExecuted({ url, functions }: Profiler.ScriptCoverage): string[] {
  const [, path] = BUILT.exec(url) ?? []
  const hasRun = functions.some((one) => !isOfLoading(one) && one.ranges.some(({ count }) => count > 0))
  return path !== undefined && hasRun ? [`${path.replace("src/flows/", "src/workflows/")}.ts`] : []
}
