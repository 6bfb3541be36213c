/** `requestedAtMs`: epoch milliseconds of the request, so a value never counts as newer than it is. */
export type Cached<T> = { value: T; requestedAtMs: number }

type Entry<T> = {
  known?: Cached<T>
  failure?: { error: unknown; atMs: number }
  pending?: Promise<Cached<T>>
}

/** Pause after a failure, so that a dead source delays one checkout, not every one. */
const FAILURE_PAUSE_MS = 15_000
/** Memory bound. */
const MOST_ENTRIES = 500

/**
 * Caches the last answer of each call in this process.
 *
 * Concurrent callers share one call. When a call fails, the last answer is used until it exceeds the maximum age; its age is
 * counted from the original request.
 */
export class AnswerCache<T> {
  private readonly entries = new Map<string, Entry<T>>()

  /** @param clock epoch milliseconds */
  constructor(private readonly clock: () => number) {}

  /**
   * @param times.cacheMs how long an answer is used without a call
   * @param times.maxAgeMs how long an answer is used when calls fail
   * @throws what `load` throws; repeated without another call for {@link FAILURE_PAUSE_MS}
   */
  async get(
    key: string,
    times: { cacheMs: number; maxAgeMs: number },
    load: () => Promise<T>
  ): Promise<Cached<T>> {
    const entry = this.entryOf(key)
    const ageMs = entry.known ? this.clock() - entry.known.requestedAtMs : Infinity
    if (entry.known && ageMs >= 0 && ageMs < times.cacheMs) return entry.known
    try {
      return await this.refresh(entry, load)
    } catch (error) {
      if (entry.known && ageMs >= 0 && ageMs <= times.maxAgeMs) return entry.known
      throw error
    }
  }

  private refresh(entry: Entry<T>, load: () => Promise<T>): Promise<Cached<T>> {
    if (entry.pending) return entry.pending
    const { failure } = entry
    if (failure && Math.abs(this.clock() - failure.atMs) < FAILURE_PAUSE_MS)
      return Promise.reject(failure.error)
    const requestedAtMs = this.clock()
    entry.pending = load()
      .then((value) => {
        entry.failure = undefined
        return (entry.known = { value, requestedAtMs })
      })
      .catch((error: unknown) => {
        entry.failure = { error, atMs: this.clock() }
        throw error
      })
      .finally(() => (entry.pending = undefined))
    return entry.pending
  }

  private entryOf(key: string): Entry<T> {
    const entry: Entry<T> = this.entries.get(key) ?? {}
    if (!this.entries.has(key)) {
      const [oldest] = this.entries.keys()
      if (this.entries.size >= MOST_ENTRIES && oldest !== undefined) this.entries.delete(oldest)
      this.entries.set(key, entry)
    }
    return entry
  }
}
