import { createServer, type ServerResponse } from "node:http"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { container } from "@medusajs/framework"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import type { StoreStrain } from "../environment/strain"

/** Pool statistics of knex. */
interface Pool {
  max: number
  numUsed(): number
  on(event: "acquireRequest" | "acquireSuccess" | "acquireFail", listener: (id: number) => void): void
}

const nsPerMs = 1e6
const resolutionMs = 10

/**
 * Measures inside the store's process what is invisible from outside: how long its event loop was blocked,
 * and how long queries waited for a connection. Every request returns the measurements since the previous
 * one.
 */
export function startMonitor(port: number): void {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs })
  delays.enable()
  let watch: PoolWatch | undefined
  const server = createServer((request, answer) => {
    if (request.method === "POST") return void runJob(request.url ?? "", answer)
    watch ??= watchPool()
    const strain: StoreStrain = {
      loopDelayP99Ms: delays.percentile(99) / nsPerMs,
      loopDelayMaxMs: delays.max / nsPerMs,
      ...watch.take(),
      ...memory(),
    }
    delays.reset()
    answer.setHeader("content-type", "application/json").end(JSON.stringify(strain))
  })
  server.listen(port, "127.0.0.1").unref()
}

/** Medusa runs a job as a workflow with its name. */
async function runJob(url: string, answer: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(url, "http://monitor")
  const workflow = `job-${pathname.replace("/jobs/", "")}`
  const engine = container.resolve(Modules.WORKFLOW_ENGINE)
  try {
    for (let left = Number(searchParams.get("times")); left > 0; left--)
      await engine.run(workflow, { input: {} })
    answer.end()
  } catch (error) {
    answer.writeHead(500).end(error instanceof Error ? error.stack : String(error))
  }
}

interface PoolWatch {
  take(): Omit<StoreStrain, "loopDelayP99Ms" | "loopDelayMaxMs" | "heldBytes">
}

function memory(): Pick<StoreStrain, "heldBytes"> {
  setFlagsFromString("--expose-gc")
  const collect = runInNewContext("gc") as () => void
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return { heldBytes: heapUsed + external }
}

const liveQuery = /^\s*WITH seen AS/

function watchPool(): PoolWatch {
  const knex = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const pool: Pool = knex.client.pool
  let liveAtMs: number[] = []
  knex.on("query", ({ sql }: { sql: string }) => {
    if (liveQuery.test(sql)) liveAtMs.push(performance.now())
  })
  const waitingSince = new Map<number, number>()
  let [poolPeak, poolFailures, longestPoolWaitMs] = [0, 0, 0]
  const end = (id: number) => {
    longestPoolWaitMs = Math.max(longestPoolWaitMs, performance.now() - (waitingSince.get(id) ?? Infinity))
    waitingSince.delete(id)
    poolPeak = Math.max(poolPeak, pool.numUsed())
  }
  pool.on("acquireRequest", (id) => waitingSince.set(id, performance.now()))
  pool.on("acquireSuccess", end)
  pool.on("acquireFail", (id) => {
    end(id)
    poolFailures++
  })
  return {
    take() {
      const spanMs = (liveAtMs.at(-1) ?? 0) - (liveAtMs[0] ?? 0)
      const liveQueriesPerSecond = spanMs > 0 ? ((liveAtMs.length - 1) * 1_000) / spanMs : 0
      const taken = { poolSize: pool.max, poolPeak, poolFailures, longestPoolWaitMs, liveQueriesPerSecond }
      liveAtMs = []
      poolPeak = poolFailures = longestPoolWaitMs = 0
      return taken
    },
  }
}
