import type { Assumptions } from "../../../src/gateway/assumptions"
import type { ClientSettings } from "../../../src/gateway/client/options"
import { verifyDelivery } from "../../../src/gateway/signature"
import {
  describeIncompleteList,
  describeMissing,
  describeUnknownWords,
  describeUnreadable,
  describeWebhooks,
} from "../../../src/modules/onchain/health/work-checks"
import { watchFields } from "../../../src/modules/onchain/health/activity-log"
import {
  describeEndpoints,
  endpointState,
  watchCalls,
} from "../../../src/modules/onchain/health/endpoint-watch"
import {
  MISSING,
  type StatusName,
  UNKNOWN_WORD,
  UNREADABLE,
} from "../../../src/modules/onchain/work/shared-status"
import type { Received } from "../story/receiver"

const NOW = new Date("2026-01-01T00:00:00Z")

/** What health would say of a client's calls: the store's own watchers and words, over memory instead of a table. */
export function openHealth() {
  const notes = new Map<StatusName, { detail: string; count: number }>()
  const note = (name: StatusName, detail: string) => {
    notes.set(name, { detail, count: (notes.get(name)?.count ?? 0) + 1 })
  }
  const lines: string[] = []
  const watchers: Pick<ClientSettings, "onCall" | "onUnreadable" | "onListEnd"> = {
    onCall: watchCalls({ note }, () => NOW.getTime()),
    onUnreadable: watchFields({ note }),
    onListEnd: ({ endpoint, listName, rowsRead, end }) => {
      if (end.isComplete) return Promise.resolve()
      const list = { endpoint, listName, rowsRead, gap: end.gap, readAt: NOW, since: NOW }
      lines.push(describeIncompleteList(list, 0).message)
      return Promise.resolve()
    },
  }
  const noted = (prefix: string) =>
    [...notes].flatMap(([name, { detail, count }]) =>
      name.startsWith(prefix) ? [{ name: name.slice(prefix.length), detail, count }] : []
    )
  const fields = (prefix: string) =>
    noted(prefix).map(({ name, detail, count }) => ({ name, setting: detail || null, count, at: NOW }))

  return {
    watchers,
    /** A line of another check. */
    add: (line: string) => lines.push(line),
    /** Verifies a delivery as the webhook route does. */
    receive({ rawBody, headers }: Received, secret: string, { signature }: Assumptions): void {
      const verified = verifyDelivery({ rawBody, headers, secrets: [secret], nowMs: Date.now() }, signature)
      if (verified.isValid) return
      const rejected = { reason: verified.reason, at: NOW }
      lines.push(describeWebhooks({ acceptedAt: null, rejected }).message)
    },
    /** Every finding; nothing that is in order. */
    findings(): string[] {
      const words = noted(UNKNOWN_WORD).map(({ name, detail, count }) => {
        const [subject = "", ...word] = name.split(":")
        return { subject, word: word.join(":"), setting: detail, count }
      })
      const failed = noted("failed:").map(({ name, detail, count }) =>
        endpointState(name as Parameters<typeof endpointState>[0], undefined, { detail, count, at: NOW })
      )
      const checks = [
        describeUnreadable(fields(UNREADABLE), NOW.getTime()),
        describeMissing(fields(MISSING)),
        describeUnknownWords(words),
        ...describeEndpoints(failed, NOW.getTime()),
      ]
      return [...lines, ...checks.filter(({ status }) => status !== "ok").map(({ message }) => message)]
    },
  }
}

export type Health = ReturnType<typeof openHealth>
