import { TOO_MANY_REQUESTS, type Answering } from "./fault-reply"
import type { RateLimiter } from "./rate-limiter"
import { errorReply, type Reply } from "./reply"
import { retryAfter } from "./retry-after"

/** Counts a call, and refuses it when it is one too many. */
export function overLimitReply(
  limiter: RateLimiter,
  { requestId, assumptions, wallNow }: Answering
): Reply | undefined {
  const untilMs = limiter.refuseUntil(wallNow())
  if (untilMs === undefined) return undefined
  return errorReply(TOO_MANY_REQUESTS, requestId, assumptions, retryAfter(untilMs, wallNow(), assumptions))
}
