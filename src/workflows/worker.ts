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
