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

/** Numbers in [0, 1) that come again with the same seed. */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
