/** A clock that moves only when everybody is asleep, to the instant the next one wakes. */
export function createVirtualTime(nowMs: number) {
  const sleepers: { atMs: number; wake: () => void }[] = []

  async function standStill(isBusy: () => boolean): Promise<void> {
    for (let quietTurns = 0; quietTurns < 3; quietTurns++) {
      await new Promise(setImmediate)
      if (isBusy()) quietTurns = 0
    }
  }

  return {
    clock: () => nowMs,
    sleep: (ms: number) =>
      new Promise<void>((wake) => {
        sleepers.push({ atMs: nowMs + ms, wake })
      }),
    /** Moves time on until the work is done. `isBusy`: a sleeper is awake, which promises do not show. */
    async run<T>(work: Promise<T>, isBusy: () => boolean): Promise<T> {
      let isDone = false
      const finish = () => void (isDone = true)
      work.then(finish, finish)
      for (await standStill(isBusy); !isDone; await standStill(isBusy)) {
        sleepers.sort((a, b) => a.atMs - b.atMs)
        const next = sleepers.shift()
        if (!next) continue
        nowMs = Math.max(nowMs, next.atMs)
        next.wake()
      }
      return work
    },
  }
}
