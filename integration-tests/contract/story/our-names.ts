import type { Assumptions } from "../../../src/gateway/assumptions"
import type { Kind } from "./observations"

/**
 * The service's word for a status -> ours, as the items spell it. A documented word is the same in both.
 *
 * @example statusToOurs("withdrawal", "awaiting_release", otherService) // "funds_reserved"
 */
export function statusToOurs(kind: Kind, status: string, { statuses }: Assumptions): string {
  return kind === "assignment" ? status : statusOf(statuses[kind], status)
}

/** The service's name of an event -> ours. */
export function eventToOurs(event: string, { events, statuses }: Assumptions): string {
  const prefix = events.withdrawalPrefixes.at(-1) ?? ""
  if (event.startsWith(prefix)) {
    return `withdrawal.${statusOf(statuses.withdrawal, event.slice(prefix.length))}`
  }
  return event.startsWith("invoice.")
    ? `invoice.${oursOf(events.invoice, event.slice("invoice.".length))}`
    : event
}

/** The word that the sandbox writes for each status. */
function written(names: Readonly<Record<string, readonly string[]>>): Record<string, string> {
  return Object.fromEntries(Object.entries(names).map(([ours, words]) => [ours, words.at(-1) ?? ours]))
}

function statusOf(names: Readonly<Record<string, readonly string[]>>, theirs: string): string {
  return oursOf(written(names), theirs)
}

/** Our own word, where the set has another one for it, is a mistake of the service: it proves nothing. */
function oursOf(names: Readonly<Record<string, string>>, theirs: string): string {
  const ours = Object.entries(names).find(([, name]) => name === theirs)?.[0]
  if (ours !== undefined) return toSnakeCase(ours)
  const isOurs = Object.keys(names).some((name) => toSnakeCase(name) === theirs)
  return isOurs ? `${theirs} (not as assumed)` : theirs
}

/** @example toSnakeCase("fundsReserved") // "funds_reserved" */
function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
