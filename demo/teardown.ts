/** Cleanup tasks, run in reverse order. */
export interface Teardown {
  add(undo: () => unknown): void
  /** Runs every task once; later calls wait for the first. */
  run(): Promise<void>
}

/**
 * Collects what has to be stopped as soon as it is started, so that an interrupt at any moment stops it.
 *
 * @example
 * const teardown = createTeardown()
 * teardown.add(() => postgres.stop())
 */
export function createTeardown(): Teardown {
  const undos: (() => unknown)[] = []
  let running: Promise<void> | undefined

  async function undoAll(): Promise<void> {
    const failures: unknown[] = []
    for (let undo = undos.pop(); undo; undo = undos.pop()) {
      // One failing task must not keep the others running.
      await Promise.resolve()
        .then(undo)
        .catch((error: unknown) => failures.push(error))
    }
    if (failures.length > 0) throw new AggregateError(failures, "Not everything could be stopped")
  }

  return {
    add: (undo) => void undos.push(undo),
    run: () => (running ??= undoAll()),
  }
}
