import { WorkflowManager, WorkflowScheduler } from "@medusajs/framework/orchestration"
import type { Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, createMedusaContainer } from "@medusajs/framework/utils"
import type OnchainModuleService from "../modules/onchain/service"
import { reasonOf } from "../modules/onchain/work/audit-log"
import { inTime, notForever } from "../modules/onchain/work/claim"

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
    private readonly maxLanes: number
  ) {}

  /** Ends when all lanes that it began have ended, so that no error is lost. @returns how many rows they handled */
  async wake(handle: Handle<Row>): Promise<number> {
    this.wakes++
    return this.hasRoom ? this.startLane(handle) : 0
  }

  private get hasRoom(): boolean {
    return this.lanes < this.maxLanes
  }

  private async startLane(handle: Handle<Row>): Promise<number> {
    const others: Promise<number>[] = []
    let handled = 0
    this.lanes++
    try {
      for (;;) {
        const wakesSeen = this.wakes
        const row = await this.claim()
        if (row === undefined && wakesSeen === this.wakes) break
        if (row === undefined) continue
        if (this.hasRoom) {
          const other = this.startLane(handle)
          // Its error is thrown when this lane ends; until then it must not count as unhandled.
          other.catch(() => undefined)
          others.push(other)
        }
        await notForever(handle(row))
        handled++
      }
    } finally {
      // Before the wait: a lane that only waits must not keep a place from a new one.
      this.lanes--
      await Promise.allSettled(others)
    }
    for (const count of await Promise.all(others)) handled += count
    return handled
  }
}

/**
 * One run of a worker that a job starts: until nothing is due, `most` rows were claimed, or a row says stop, because the next would
 * fail as well. A row that throws ends the run too. @returns how many rows were handled
 */
export async function workOff<Row>(run: {
  claim: () => Promise<Row | undefined>
  handle: (row: Row) => Promise<"stop" | void>
  most?: number
  lanes?: number
}): Promise<number> {
  const { claim, handle, most = Infinity, lanes = 1 } = run
  let left = most
  const next = async () => (left-- > 0 ? claim() : undefined)
  return new Worker<Row>(next, lanes).wake(async (row) => {
    let isLast = true
    try {
      isLast = (await handle(row)) === "stop"
    } finally {
      if (isLast) left = 0
    }
  })
}

/**
 * Gives each store of this process its own worker, made when it is first needed: tests run several stores beside each other.
 *
 * The store is identified by the module's options, because a step of a workflow resolves the module as a new proxy each time.
 */
export function perStore<W>(create: (onchain: OnchainModuleService) => W): (container: MedusaContainer) => W {
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
 * Runs the parts of a job. Medusa runs a job in a step of a workflow. Its container holds back the events of Medusa's modules until
 * the job has ended, and drops them when the job fails, so the parts get a container of their own, like that of a route.
 *
 * A part may never end, as over a call that lost its connection. Medusa runs a job again only after it has ended, and with Redis one job
 * at a time, so the job ends without such a part. Its next run goes on beside it, as in another process.
 */
export async function runJob(
  container: MedusaContainer,
  { name }: { name: string },
  parts: readonly ((container: MedusaContainer) => Promise<unknown>)[]
): Promise<void> {
  const own = createMedusaContainer({}, container)
  clearInterval(watches.get(name))
  try {
    const running = runEach(parts.map((part) => () => part(own)))
    if (
      await inTime(
        running.then(() => true),
        LONGEST_RUN_MS
      )
    )
      return
    const logger: Logger = container.resolve(ContainerRegistrationKeys.LOGGER)
    logger.warn(`onchain: the job ${name} has not ended after two minutes; its next run does not wait for it`)
    running.catch((error: unknown) => logger.error(`onchain: the job ${name}: ${reasonOf(error)}`))
  } finally {
    watchSchedule(name, container, () => runJob(container, { name }, parts))
  }
}

const LONGEST_RUN_MS = 120_000

/** Every job is due more often. A test that runs jobs by itself turns the watch off. */
export const jobWatch = { isOn: true, silenceMs: 120_000 }
const watches = new Map<string, NodeJS.Timeout>()

/**
 * Schedules a job again that this process has not run for a while, and runs it. Medusa's engine in memory forgets a job when it cannot
 * record its run, as while the database is away, and Redis forgets all of them with its data. A clock that was ahead and is set right
 * has used up the moments to come: Redis keeps the ids of finished runs, and takes no second one for the same moment.
 *
 * With several workers another one may have run it. Redis has one next run of each job, whose id is its moment, so scheduling twice
 * adds none; and processes that run a job at once share its rows.
 */
function watchSchedule(name: string, container: MedusaContainer, run: () => Promise<void>): void {
  const logger: Logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  const again = async () => {
    const workflow = WorkflowManager.getWorkflow(`job-${name}`)
    if (!workflow || !jobWatch.isOn) return
    logger.info(
      `onchain: this process has not run the job ${name} for two minutes; it is run, and scheduled again`
    )
    const schedule = () => new WorkflowScheduler().scheduleWorkflow(workflow)
    await runEach([schedule, run]).catch((error: unknown) =>
      logger.error(`onchain: the job ${name} cannot be scheduled or failed: ${reasonOf(error)}`)
    )
  }
  clearInterval(watches.get(name))
  watches.set(name, setInterval(() => void again(), jobWatch.silenceMs).unref())
}

/** The other parts of a job are due again after it. */
const PATIENCE_MS = 20_000

/**
 * A part of a job that may read long lists: the job does not wait for its end. It is not started again before that, and a failure
 * after the wait is logged.
 */
export function briefly(part: (container: MedusaContainer) => Promise<void>) {
  const stateOf = perStore(() => ({ isRunning: false }))
  return async (container: MedusaContainer): Promise<void> => {
    const state = stateOf(container)
    if (state.isRunning) return
    state.isRunning = true
    let isLate = false
    const running = part(container)
      .catch((error: unknown) => {
        if (!isLate) throw error
        container.resolve(ContainerRegistrationKeys.LOGGER).error(`onchain: ${reasonOf(error)}`)
      })
      .finally(() => (state.isRunning = false))
    await inTime(running, PATIENCE_MS)
    isLate = true
  }
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
