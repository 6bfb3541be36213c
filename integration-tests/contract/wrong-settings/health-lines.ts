import type { Assumptions } from "../../../src/gateway/assumptions"
import type { ClientSettings } from "../../../src/gateway/client/call"
import { verifyDelivery } from "../../../src/gateway/signature"
import {
  endpointState,
  readSetting,
  watchCalls,
  watchFields,
} from "../../../src/modules/onchain/health/activity-log"
import type { Finding } from "../../../src/modules/onchain/health/check-words"
import { listsOf } from "../../../src/modules/onchain/health/facts"
import { SETUP_CHECKS } from "../../../src/modules/onchain/health/setup-checks"
import { WORK_CHECKS } from "../../../src/modules/onchain/health/work-checks"
import {
  MISSING,
  type StatusName,
  UNKNOWN_WORD,
  UNREADABLE,
} from "../../../src/modules/onchain/work/shared-status"
import type { Received } from "../story/receiver"

const NOW = new Date("2026-01-01T00:00:00Z")

/** What health would say of a client's calls: the store's own watchers and words, over memory instead of a table. */
export function openHealth(assumptions: Assumptions) {
  const notes = new Map<StatusName, { detail: string; count: number }>()
  const note = (name: StatusName, detail: string) => {
    notes.set(name, { detail, count: (notes.get(name)?.count ?? 0) + 1 })
  }
  const lines: string[] = []
  const add = (...findings: readonly Finding[]) =>
    lines.push(...findings.filter(({ status }) => status !== "ok").map(({ message }) => message))
  const watchers: Pick<ClientSettings, "onCall" | "onUnreadable" | "onListEnd"> = {
    onCall: watchCalls({ note }, assumptions, () => NOW.getTime()),
    onUnreadable: watchFields({ note }, assumptions),
    onListEnd: ({ endpoint, listName, rowsRead, end }) => {
      if (end.isComplete) return Promise.resolve()
      const list = { endpoint, listName, rowsRead, gap: end.gap, readAt: NOW, since: NOW }
      add(...WORK_CHECKS.lists({ lists: [list], nowMs: NOW.getTime() }))
      return Promise.resolve()
    },
  }
  const noted = (prefix: string) =>
    [...notes].flatMap(([name, { detail, count }]) =>
      name.startsWith(prefix) ? [{ name: name.slice(prefix.length), detail, count }] : []
    )
  const fields = (prefix: string) =>
    noted(prefix).map(({ name, detail, count }) => ({
      ...{ name, setting: readSetting(detail, assumptions).setting, count, at: NOW },
    }))

  return {
    watchers,
    /** A line of another check. */
    add: (line: string) => lines.push(line),
    /** Verifies a delivery as the webhook route does. */
    receive({ rawBody, headers }: Received, secret: string, { signature }: Assumptions): void {
      const verified = verifyDelivery({ rawBody, headers, secrets: [secret], nowMs: Date.now() }, signature)
      if (verified.isValid) return
      const rejected = { reason: verified.reason, at: NOW }
      add(SETUP_CHECKS.webhooks({ webhooks: { acceptedAt: null, rejected } }))
    },
    /** Every finding; nothing that is in order. */
    findings(): string[] {
      const unknownWords = fields(UNKNOWN_WORD).map(({ name, setting, count }) => {
        const [subject = "", ...word] = name.split(":")
        const lists = listsOf(setting ?? "", assumptions)
        return { subject, word: word.join(":"), setting: setting ?? "", lists, count }
      })
      const endpoints = noted("failed:").map(({ name, detail, count }) => {
        const endpoint = name as Parameters<typeof endpointState>[0]["name"]
        return endpointState({ name: endpoint, failed: { detail, count, at: NOW } }, assumptions)
      })
      const nowMs = NOW.getTime()
      add(
        WORK_CHECKS.fields({ unreadable: fields(UNREADABLE), nowMs }),
        WORK_CHECKS.missing_fields({ missing: fields(MISSING) }),
        WORK_CHECKS.statuses({ unknownWords }),
        ...[SETUP_CHECKS.endpoints({ endpoints, nowMs })].flat()
      )
      return lines
    },
  }
}

export type Health = ReturnType<typeof openHealth>
