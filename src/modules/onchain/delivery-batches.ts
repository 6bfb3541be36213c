/** A verified delivery that is not stored yet. */
export type NewDelivery = { id: string; event: string; resourceId: string | null; rawBody: string }

type Waiting = {
  delivery: NewDelivery
  resolve: (isNew: boolean) => void
  reject: (error: unknown) => void
  /** Set when the database refused the batch it was in. */
  isAlone: boolean
}

const MAX_BATCH = 64
/** Two writes at once keep the disk busy while the next batch fills. */
const MAX_WRITERS = 2
/** Deliveries are coming in as long as the last one is younger than this. */
const BUSY_MS = 20

/**
 * Stores deliveries that come together with one statement, and so with one wait for the disk.
 *
 * One that comes alone is written at once; those that come while writes are on their way share the next.
 * Each is answered only when its own write is on disk. When the database cannot be reached, all that wait are told at
 * once: their senders try again.
 */
export class DeliveryBatches {
  private waiting: Waiting[] = []
  private writers = 0
  private lastAddedMs = Number.NEGATIVE_INFINITY

  /**
   * @param write stores deliveries with different ids in one statement, and returns the ids that were not there
   * @param clock monotonic, milliseconds
   */
  constructor(
    private readonly write: (deliveries: readonly NewDelivery[]) => Promise<readonly string[]>,
    private readonly clock: () => number = () => performance.now()
  ) {}

  /** Whether deliveries are coming in right now. */
  get isBusy(): boolean {
    return this.waiting.length > 0 || this.clock() - this.lastAddedMs < BUSY_MS
  }

  /** @returns false when a delivery with this id is already there */
  add(delivery: NewDelivery): Promise<boolean> {
    this.lastAddedMs = this.clock()
    return new Promise((resolve, reject) => {
      this.waiting.push({ delivery, resolve, reject, isAlone: false })
      if (this.writers < MAX_WRITERS) void this.writeAll()
    })
  }

  private async writeAll(): Promise<void> {
    this.writers++
    while (this.waiting.length > 0) await this.writeBatch(this.takeBatch())
    this.writers--
  }

  /** A second delivery with the same id waits for a later batch, where it meets the first one on disk. */
  private takeBatch(): Waiting[] {
    if (this.waiting[0]?.isAlone) return this.waiting.splice(0, 1)
    const ids = new Set<string>()
    const batch: Waiting[] = []
    const later: Waiting[] = []
    for (const one of this.waiting) {
      const isLater = batch.length >= MAX_BATCH || one.isAlone || ids.has(one.delivery.id)
      ids.add(one.delivery.id)
      ;(isLater ? later : batch).push(one)
    }
    this.waiting = later
    return batch
  }

  private async writeBatch(batch: readonly Waiting[]): Promise<void> {
    try {
      const created = new Set(await this.write(batch.map(({ delivery }) => delivery)))
      for (const { delivery, resolve } of batch) resolve(created.has(delivery.id))
    } catch (error) {
      if (!isOfOne(error)) return rejectAll([...batch, ...this.waiting.splice(0)], error)
      if (batch.length === 1) return rejectAll(batch, error)
      // One that cannot be stored must not take the others with it.
      this.waiting.unshift(...batch.map((one) => ({ ...one, isAlone: true })))
    }
  }
}

function rejectAll(all: readonly Waiting[], error: unknown): void {
  for (const { reject } of all) reject(error)
}

/**
 * Whether one delivery of a batch can be what the database refused: its data, a limit, or a lock on its row.
 *
 * Anything else is about the database. Each further write would wait for a connection as long as this one did, while
 * senders are owed an answer.
 *
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html classes 22, 23, 40 and 54
 */
function isOfOne(error: unknown): boolean {
  if (typeof error !== "object" || error === null || !("code" in error)) return false
  return typeof error.code === "string" && /^(22|23|40|54)[0-9A-Z]{3}$/.test(error.code)
}
