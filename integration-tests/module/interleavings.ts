import fc from "fast-check"

/**
 * `CLAIMS_SEED=123 npm test -- module interleavings` repeats a run of the interleavings exactly. Every step of every worker is
 * one awaited statement, and the seed alone decides their order.
 */
const SEED = Number(process.env.CLAIMS_SEED ?? Math.floor(Math.random() * 2 ** 31))
const RUNS = 100

/** What one story of workers does: its steps run one at a time, between those of other stories. */
export type Step = { label: string; builder: () => Promise<unknown> }

/** The failures of a run, and the scheduler that its stories share. */
export class Run {
  private readonly failures: unknown[] = []
  constructor(private readonly scheduler: fc.Scheduler) {}

  /** Adds a story. A step that throws ends it, and fails the run. */
  begin(steps: readonly Step[]): void {
    const watched = steps.map(({ label, builder }) => ({
      label,
      builder: () =>
        builder().catch((error: unknown) => {
          this.failures.push(error)
          throw error
        }),
    }))
    this.scheduler.scheduleSequence(watched)
  }

  end(): void {
    if (this.failures.length > 0) throw this.failures[0]
  }
}

/** A story that begins whenever it is drawn. */
class Story implements fc.AsyncCommand<object, Run> {
  constructor(
    private readonly name: string,
    private readonly steps: () => readonly Step[]
  ) {}
  check = () => true
  run(_: object, run: Run): Promise<void> {
    run.begin(this.steps())
    return Promise.resolve()
  }
  toString = () => this.name
}

/** A story that is drawn often as its weight says. */
export type Drawn = { weight: number; name: string; steps: () => readonly Step[] }

/**
 * Runs random stories in random interleavings.
 *
 * @param prepare empties the tables, and forgets what earlier runs did
 * @param settle finishes what is left, and checks the end
 */
export async function checkInterleavings(
  stories: readonly Drawn[],
  { prepare, settle }: { prepare: () => Promise<void>; settle: () => Promise<void> }
): Promise<void> {
  const all = stories.flatMap(({ weight, name, steps }) =>
    Array.from({ length: weight }, () => fc.constant(new Story(name, steps)))
  )
  await fc
    .assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.commands(all, { size: "large", maxCommands: 40 }),
        async (scheduler, commands) => {
          await prepare()
          const run = new Run(scheduler)
          await fc.scheduledModelRun(scheduler, () => ({ model: {}, real: run }), commands)
          run.end()
          await settle()
        }
      ),
      { seed: SEED, numRuns: RUNS, includeErrorInReport: true }
    )
    .catch((error: unknown) => {
      throw new Error(
        `repeat with CLAIMS_SEED=${SEED}: ${error instanceof Error ? error.message : String(error)}`
      )
    })
}

/** Leases by key. `late`: expired and not taken yet. `lost`: another process can take it, or has. */
export class Leases<Key extends string> {
  private readonly held = new Map<Key, Lease>()

  /** @throws Error when another process holds it */
  take(key: Key, by: string): Lease {
    const before = this.held.get(key)
    if (before?.state === "live") throw new Error(`${key} is handled by ${before.by} and by ${by}`)
    if (before) before.state = "lost"
    const lease: Lease = { by, state: "live" }
    this.held.set(key, lease)
    return lease
  }

  release(key: Key, lease: Lease): void {
    if (this.held.get(key) === lease) this.held.delete(key)
  }

  letTimePass(): void {
    for (const lease of this.held.values()) if (lease.state === "live") lease.state = "late"
  }

  /** What is late is put back. */
  recover(): void {
    for (const lease of this.held.values()) if (lease.state === "late") lease.state = "lost"
  }

  clear(): void {
    this.held.clear()
  }
}
export type Lease = { readonly by: string; state: "live" | "late" | "lost" }
