export type RateLimit = { requests: number; windowMs: number }

export type RateLimiter = {
  /** Counts a call. @returns when the next one is allowed, in real epoch milliseconds, if this one is not */
  refuseUntil(nowMs: number): number | undefined
}

/** @default no limit. UNDOCUMENTED: fixed windows, shared by both keys. */
export function createRateLimiter(limit?: RateLimit): RateLimiter {
  if (limit) checkLimit(limit)
  let windowEndsMs = 0
  let taken = 0
  return {
    refuseUntil(nowMs) {
      if (!limit) return undefined
      if (nowMs >= windowEndsMs) {
        windowEndsMs = nowMs + limit.windowMs
        taken = 0
      }
      taken += 1
      return taken > limit.requests ? windowEndsMs : undefined
    },
  }
}

function checkLimit({ requests, windowMs }: RateLimit): void {
  const isCount = (value: number) => Number.isSafeInteger(value) && value > 0
  if (isCount(requests) && isCount(windowMs)) return
  throw new RangeError(`rateLimit: expected whole numbers from 1, found ${requests} in ${windowMs} ms`)
}
