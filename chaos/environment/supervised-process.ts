import { setTimeout as delay } from "node:timers/promises"
import type { Say } from "../../demo/progress"
import type { Teardown } from "../../demo/teardown"
import type { TiedProcess } from "../../scripts/process/tied-process"
import type { Store } from "../../scripts/store"
import { createStoreProcess, type StoreProcess } from "../../scripts/store/store-process"

const pauseMs = 1_000
const attempts = 20

/** A process that ended although nothing killed it. */
export interface Death {
  name: string
  code: number
  /** In epoch milliseconds. */
  at: number
}

/** A store process that a run may kill. One that ends by itself is recorded and started again, as a container is. */
export type NamedProcess = StoreProcess & {
  name: string
  /** The plugin that it runs from its next start on, and with which it migrates. */
  usePlugin(directory: string): void
  migrate(): Promise<void>
  readonly deaths: readonly Death[]
}

/** @param start starts the store once and waits until it answers; it may fail while its database is away */
export async function superviseProcess(options: {
  name: string
  store: Pick<Store, "usePlugin" | "migrate">
  start: () => Promise<TiedProcess>
  teardown: Teardown
  say: Say
}): Promise<NamedProcess> {
  const { name, store, start, teardown, say } = options
  const deaths: Death[] = []
  let expected: TiedProcess | undefined
  let isOver = false
  // A kill and an upgrade may concern it at once.
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const done = turn.then(act)
    turn = done.catch(() => undefined)
    return done
  }
  const end = (act: () => Promise<void>) =>
    inTurn(() => {
      expected = undefined
      return act()
    })
  const restart = () => inTurn(async () => (expected === undefined ? process.restart() : undefined))
  teardown.add(() => void (isOver = true))

  const startPatiently = async (): Promise<TiedProcess> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return watch(await start())
      } catch (error) {
        if (attempt === attempts || isOver) throw error
        say(`${name} does not start yet`)
        await delay(pauseMs)
      }
    }
  }
  const watch = (child: TiedProcess): TiedProcess => {
    expected = child
    void child.exited.then(async (code) => {
      if (isOver || expected !== child) return
      expected = undefined
      deaths.push({ name, code, at: Date.now() })
      say(`${name} ended by itself with ${code}`)
      await restart().catch((error: unknown) => say(`${name} does not start again: ${String(error)}`))
    })
    return child
  }
  const process = await createStoreProcess(startPatiently)
  return {
    name,
    deaths,
    ...{ usePlugin: store.usePlugin, migrate: store.migrate },
    stop: () => end(() => process.stop()),
    crash: () => end(() => process.crash()),
    restart,
  }
}
