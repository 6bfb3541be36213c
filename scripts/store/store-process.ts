import type { TiedProcess } from "../process/tied-process"

/** The store's process, which a benchmark or a chaos run may kill. */
export interface StoreProcess {
  /** Kills it at once, losing everything in memory. */
  crash(): Promise<void>
  /** Stops it in order: what it is doing is finished. */
  stop(): Promise<void>
  /** Starts it again and waits until it answers. */
  restart(): Promise<void>
}

/** @param start starts the store and waits until it answers */
export async function createStoreProcess(start: () => Promise<TiedProcess>): Promise<StoreProcess> {
  let running = await start()
  return {
    crash: () => running.kill(),
    stop: () => running.stop(),
    async restart() {
      running = await start()
    },
  }
}
