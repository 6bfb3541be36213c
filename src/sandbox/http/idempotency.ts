import type { Assumptions } from "../../gateway/assumptions"
import { SandboxError } from "../sandbox-error"
import type { Clock } from "../time/agenda"
import type { Reply } from "./reply"

/** Used when the assumptions say nothing. */
export const KEPT_MS = 24 * 60 * 60_000

type Entry = { fingerprint: string; claimedAtMs: number; reply: Reply | undefined }

/** Remembers keys for their retention time. @see service-interface "Limits" */
export function createIdempotencyStore(
  { retentionMs }: Assumptions["idempotency"],
  clock: Pick<Clock, "now">
) {
  const entries = new Map<string, Entry>()
  const keptMs = retentionMs ?? KEPT_MS
  const isForgotten = ({ claimedAtMs, reply }: Entry) => reply && clock.now() >= claimedAtMs + keptMs
  return {
    /**
     * Claims a key for a request.
     *
     * @returns the stored reply of an earlier, equal request, or undefined when the caller must act
     * @throws SandboxError for a key with another payload, or one still in progress
     */
    claim(key: string, fingerprint: string): Reply | undefined {
      const entry = entries.get(key)
      if (!entry || isForgotten(entry)) {
        entries.set(key, { fingerprint, claimedAtMs: clock.now(), reply: undefined })
        return undefined
      }
      if (entry.fingerprint !== fingerprint) throw mismatch()
      if (!entry.reply) throw inProgress()
      return entry.reply
    },
    complete(key: string, reply: Reply): void {
      const entry = entries.get(key)
      if (entry) entry.reply = reply
    },
    /** Releases a key after a refusal: nothing happened, so the caller may correct the request. */
    release(key: string): void {
      entries.delete(key)
    },
  }
}

export function inProgress(): SandboxError {
  const message = "a request with this idempotency key is still being processed"
  return new SandboxError(409, "IDEMPOTENCY_REQUEST_IN_PROGRESS", message)
}

/** Equal for equal requests, regardless of field order. */
export function fingerprintOf(endpoint: string, path: string, body: unknown): string {
  return JSON.stringify([endpoint, path, sorted(body)])
}

function mismatch(): SandboxError {
  const message = "this idempotency key was used with another payload"
  return new SandboxError(409, "IDEMPOTENCY_KEY_MISMATCH", message)
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== "object" || value === null) return value
  return Object.entries(value)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, entry]) => [key, sorted(entry)])
}
