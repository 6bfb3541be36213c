import type { MedusaContainer } from "@medusajs/framework/types"
import { createMedusaContainer } from "@medusajs/framework/utils"
import type OnchainModuleService from "../modules/onchain/service"
import { reasonOf } from "../modules/onchain/work/audit-log"

type Handle<Row> = (row: Row) => Promise<void>

/**
 * Processes what is due, a row at a time in each lane. The one loop of every worker; any number of processes
 * share the rows.
 *
 * Each wake adds a lane while there is room, and so does each row that is found; a lane continues until
 * nothing is due. A wake during a lane's last look makes it look again, so none is missed.
 */
export class Worker<Row> {
  private lanes = 0
  private wakes = 0

  constructor(
    private readonly claim: () => Promise<Row | undefined>,
    private readonly maxLanes: () => number
  ) {}

  /** @returns how many rows this wake has handled */
  async wake(handle: Handle<Row>): Promise<number> {
    this.wakes++
    return this.hasRoom ? this.startLane(handle) : 0
  }

  private get hasRoom(): boolean {
    return this.lanes < this.maxLanes()
  }

  /** Ends when all lanes have ended, so that no error is lost. */
  private async startLane(handle: Handle<Row>): Promise<number> {
    const others: Promise<number>[] = []
    let handled = 0
    try {
      handled = await this.runLane(handle, others)
    } finally {
      await Promise.allSettled(others)
    }
    for (const count of await Promise.all(others)) handled += count
    return handled
  }

  private async runLane(handle: Handle<Row>, others: Promise<number>[]): Promise<number> {
    let handled = 0
    this.lanes++
    try {
      for (;;) {
        const wakesSeen = this.wakes
        const row = await this.claim()
        if (row === undefined && wakesSeen !== this.wakes) continue
        if (row === undefined) return handled
        if (this.hasRoom) {
          const other = this.startLane(handle)
          // Its error is thrown when this lane ends; until then it must not count as unhandled.
          other.catch(() => undefined)
          others.push(other)
        }
        await handle(row)
        handled++
      }
    } finally {
      // At once: a lane that only waits must not keep a place from a new one.
      this.lanes--
    }
  }
}

type Run<Row> = {
  claim: () => Promise<Row | undefined>
  /**
   * `stop` ends the run, because the next row would fail as well. A failure of one row alone is caught here.
   */
  handle: (row: Row) => Promise<"stop" | void>
  /** Per run. */
  most?: number
  lanes?: () => number
}

/**
 * One run of a worker that a job starts: until nothing is due, a row says stop or fails. @returns how many
 * rows were handled
 */
export async function workOff<Row>({ claim, handle, most = Infinity, lanes = () => 1 }: Run<Row>) {
  let left = most
  let isOver = false
  const next = async () => (isOver || left-- <= 0 ? undefined : claim())
  return new Worker<Row>(next, lanes).wake(async (row) => {
    try {
      if ((await handle(row)) === "stop") isOver = true
    } catch (error) {
      isOver = true
      throw error
    }
  })
}

export type WorkerOf<W> = (container: MedusaContainer) => W

/**
 * Gives each store of this process its own worker, made when it is first needed. A worker's memory belongs to one store, and tests run
 * several beside each other.
 *
 * The store is identified by the module's options, because a step of a workflow resolves the module as a new proxy each time.
 */
export function perStore<W>(create: (onchain: OnchainModuleService) => W): WorkerOf<W> {
  const workers = new WeakMap<OnchainModuleService["options"], W>()
  return (container) => {
    const onchain = container.resolve("onchain")
    const known = workers.get(onchain.options)
    if (known) return known
    const worker = create(onchain)
    workers.set(onchain.options, worker)
    return worker
  }
}

/**
 * Runs the parts of a job in parallel. One that fails does not stop the others.
 *
 * Medusa runs a job in a step of a workflow. Its container holds back the events of Medusa's modules until the job has ended, and drops
 * them when the job fails, so the parts get a container of their own, like that of a route.
 *
 * @throws AggregateError with the reason of each failed part, once all have ended
 */
export function runJob(
  container: MedusaContainer,
  parts: readonly ((container: MedusaContainer) => Promise<unknown>)[]
): Promise<void> {
  const own = createMedusaContainer({}, container)
  return runEach(parts.map((part) => () => part(own)))
}

/**
 * Runs parts of a job in parallel. One that fails does not stop the others.
 *
 * @throws AggregateError with the reason of each failed part, once all have ended
 */
export async function runEach(parts: readonly (() => Promise<unknown>)[]): Promise<void> {
  const ends = await Promise.allSettled(parts.map((part) => part()))
  const errors: unknown[] = ends.flatMap((end) => (end.status === "rejected" ? [end.reason] : []))
  if (errors.length > 0) throw new AggregateError(errors, errors.map(reasonOf).join("; "))
}
