/** A verified delivery that is not stored yet. */
export type NewDelivery = { id: string; event: string; resourceId: string | null; rawBody: string }

type Waiting = {
  delivery: NewDelivery
  resolve: (isNew: boolean) => void
  reject: (error: unknown) => void
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
 * Each is answered only when its own write is on disk.
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
      this.waiting.push({ delivery, resolve, reject })
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
    const ids = new Set<string>()
    const batch: Waiting[] = []
    const later: Waiting[] = []
    for (const one of this.waiting) {
      const isLater = batch.length >= MAX_BATCH || ids.has(one.delivery.id)
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
      const [only, ...others] = batch
      if (only && others.length === 0) return only.reject(error)
      // One that cannot be stored must not take the others with it.
      for (const one of batch) await this.writeBatch([one])
    }
  }
}
