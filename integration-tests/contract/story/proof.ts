import type { Observations } from "./observations"

/**
 * Lists what a story claims and did not see, so that a claim cannot be false.
 *
 * Items visible on the wire prove themselves: an `endpoint:` by a successful answer, an `error:` by its code
 * in an answer, an `event:` by a verified delivery, a `state:` and a `transition:` by statuses that answers
 * and events showed. Rules, fields and gaps are proved by the story's expectations.
 */
export function unprovenClaims(claims: readonly string[], seen: Observations): string[] {
  return claims.filter((claim) => !isProven(claim, seen))
}

function isProven(claim: string, seen: Observations): boolean {
  const [kind, name = ""] = split(claim, ":")
  switch (kind) {
    case "endpoint":
      // Some services have no such call.
      if (seen.missing.has(name)) return true
      return [...seen.endpoints].some((endpoint) => endpoint === name)
    case "error":
      return seen.errors.has(name)
    case "event":
      return isSeenEvent(name, seen)
    case "state": {
      const [resource, status = ""] = split(name, ".")
      return historiesOf(resource, seen).some((history) => history.includes(status))
    }
    case "transition": {
      const [resource, from, to] = name.split(".")
      return historiesOf(resource ?? "", seen).some((history) =>
        history.some((status, index) => status === to && (history[index - 1] ?? "new") === from)
      )
    }
    default:
      return true
  }
}

function isSeenEvent(name: string, { events }: Observations): boolean {
  if (!name.endsWith("*")) return events.has(name)
  return [...events].some((event) => event.startsWith(name.slice(0, -1)))
}

function historiesOf(resource: string, { statuses }: Observations): string[][] {
  return [...statuses].filter(([key]) => key.startsWith(`${resource} `)).map(([, history]) => history)
}

function split(text: string, mark: string): [string, string | undefined] {
  const index = text.indexOf(mark)
  return index === -1 ? [text, undefined] : [text.slice(0, index), text.slice(index + 1)]
}
