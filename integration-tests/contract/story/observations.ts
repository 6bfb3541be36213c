import { parseAssumptions, type Assumptions } from "../../../src/gateway/assumptions"
import {
  type EndpointName,
  type ResourceKind,
  type WebhookEnvelope,
  type WireRecord,
  endpointNames,
  endpoints,
  eventResource,
  fieldOf,
  pathOf,
  unwrapList,
  unwrapResource,
} from "../../../src/gateway/contract"
import { eventToOurs, statusToOurs } from "./our-names"

/** Resources whose statuses are followed. */
export type Kind = "invoice" | "intent" | "withdrawal" | "deposit" | "assignment" | "billing"

/** What a story saw on the wire, under our names. */
export type Observations = {
  /** Endpoints that the service does not have. */
  missing: Set<string>
  /** Endpoints that answered with success, called by their documented method and path and with their key. */
  readonly endpoints: Set<EndpointName>
  /** Codes of refusals, the dashboard's included. */
  readonly errors: Set<string>
  /** Events that arrived and were verified. */
  readonly events: Set<string>
  /** Fields whose names differ from the set's assumption. */
  readonly misspelt: Set<string>
  /** Statuses of each resource in the order in which they were seen, without repetitions. */
  readonly statuses: Map<string, string[]>
}

export function createObservations(assumptions: Assumptions): Observations {
  return {
    missing: new Set(endpointNames.filter((name) => pathOf(name, assumptions) === null)),
    endpoints: new Set(),
    errors: new Set(),
    events: new Set(),
    misspelt: new Set(),
    statuses: new Map(),
  }
}

/** Records what a successful answer shows. */
export function noteAnswer(seen: Observations, name: EndpointName, body: unknown, assumptions: Assumptions) {
  const { answer, resource } = endpoints[name]
  const kind = KINDS[resource]
  const rows =
    answer === "list"
      ? unwrapList(body, resource, assumptions).items
      : [unwrapResource(body, resource, assumptions)]
  for (const row of rows) {
    for (const field of misspeltFields(resource, row, assumptions)) seen.misspelt.add(`${name}.${field}`)
    if (kind) noteResource(seen, kind, row, assumptions)
  }
}

const defaults = parseAssumptions().fields
type FieldGroup = keyof typeof defaults
const isFieldGroup = (name: string): name is FieldGroup => name in defaults

/**
 * Fields written with an assumption's default although the set has another name for them.
 *
 * Client and sandbox share the code that maps names, so if both ignored a name they would agree; this checks
 * the wire.
 */
function misspeltFields(resource: ResourceKind, record: WireRecord, { fields }: Assumptions): string[] {
  const group = resource === "quote" ? "withdrawalQuote" : resource
  if (!isFieldGroup(group)) return []
  const assumed = Object.values(fields[group]).map((path) => path?.split(".")[0] ?? null)
  return Object.values(defaults[group])
    .filter((byDefault) => byDefault !== null)
    .filter((byDefault) => !assumed.includes(byDefault) && byDefault in record)
}

/** Records a verified event. */
export function noteEvent(seen: Observations, envelope: WebhookEnvelope, assumptions: Assumptions): void {
  const event = eventToOurs(envelope.event, assumptions)
  seen.events.add(event)
  const kind = event.split(".")[0]
  if (kind === "invoice" || kind === "deposit" || kind === "withdrawal") {
    noteResource(seen, kind, eventResource(envelope, assumptions), assumptions)
  }
}

/** Records the sandbox's own view of its intents, under our field names. */
export function noteIntents(seen: Observations, rows: readonly WireRecord[]): void {
  for (const { id, status } of rows) {
    noteStatus(seen, "intent", String(id), String(status))
  }
}

function noteResource(seen: Observations, kind: Kind, record: WireRecord, assumptions: Assumptions): void {
  const id = String(record["depositId"] ?? record["id"] ?? "the one")
  const status = fieldOf(record, statusField(kind, record, assumptions))
  if (typeof status === "string") noteStatus(seen, kind, id, statusToOurs(kind, status, assumptions))
  const assignment = record["assignment"]
  if (kind === "deposit" && typeof assignment === "object" && assignment !== null && "status" in assignment) {
    noteStatus(seen, "assignment", id, String(assignment.status))
  }
}

/** Records a status, unless it is unchanged. */
export function noteStatus(seen: Observations, kind: Kind, id: string, status: string): void {
  const key = `${kind} ${id}`
  const history = seen.statuses.get(key) ?? []
  if (history.at(-1) !== status) history.push(status)
  seen.statuses.set(key, history)
}

function statusField(kind: Kind, record: WireRecord, { fields }: Assumptions): string {
  if (kind === "intent") return fields.intent.status ?? "status"
  if (kind === "billing") return fields.billing.state ?? "state"
  if (kind !== "deposit") return "status"
  return "resolutionStatus" in record
    ? "resolutionStatus"
    : (fields.depositAction.resolutionStatus ?? "resolutionStatus")
}

/** Whose statuses an answer shows, by its resource. */
const KINDS: Partial<Record<ResourceKind, Kind>> = {
  ...{ invoice: "invoice", intent: "intent", withdrawal: "withdrawal", billing: "billing" },
  ...{ deposit: "deposit", depositAction: "deposit" },
}
