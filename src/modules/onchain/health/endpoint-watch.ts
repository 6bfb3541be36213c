import { z } from "zod"
import type { CallReport } from "../../../gateway/client/client-options"
import type { GatewayError } from "../../../gateway/client/errors"
import { endpoints, settingOfPath, type EndpointName } from "../../../gateway/contract"
import type { SharedStatus, Status } from "../work/shared-status"

/** Why calls of an endpoint fail. */
const failureSchema = z.object({
  code: z.string(),
  /** Names of fields of the answer that cannot be read. */
  fields: z.array(z.string()),
  setting: z.string().nullable(),
})
export type EndpointFailure = z.infer<typeof failureSchema>

/** How the calls of an endpoint ended, in all processes. */
export type EndpointState = {
  endpoint: EndpointName
  succeededAt: Date | null
  failedAt: Date | null
  failuresInRow: number
  /** The last one. */
  failure: EndpointFailure | null
}

const SUCCESS_PAUSE_MS = 60_000
const NAMED_FIELDS = 3
const LONGEST_NAME = 80

/**
 * Records for all processes how calls of each endpoint end.
 *
 * A success is written once a minute, and at once after a failure: most calls succeed, and cost nothing.
 *
 * @param clock epoch milliseconds
 */
export function watchCalls(
  signals: Pick<SharedStatus, "note">,
  clock: () => number
): (report: CallReport) => void {
  const quietUntilMs = new Map<EndpointName, number>()
  return ({ endpoint, error }) => {
    if (error === null) {
      if (clock() < (quietUntilMs.get(endpoint) ?? 0)) return
      quietUntilMs.set(endpoint, clock() + SUCCESS_PAUSE_MS)
      signals.note(`answered:${endpoint}`, "")
    } else if (!isAnswer(endpoint, error)) {
      quietUntilMs.delete(endpoint)
      signals.note(`failed:${endpoint}`, JSON.stringify(failureOf(endpoint, error)))
    }
  }
}

/** A service that does not know one invoice has answered the question. On an assumed path it may not know the path. */
function isAnswer(endpoint: EndpointName, { status, category }: GatewayError): boolean {
  const { isMutating } = endpoints[endpoint]
  return !isMutating && category === "not_found" && settingOfPath(endpoint, status) === null
}

function failureOf(endpoint: EndpointName, { code, status, unreadable }: GatewayError): EndpointFailure {
  const fields = (unreadable?.fields ?? []).slice(0, NAMED_FIELDS).map((name) => name.slice(0, LONGEST_NAME))
  return { code, fields, setting: unreadable ? unreadable.setting : settingOfPath(endpoint, status) }
}

/** @param detail as {@link watchCalls} wrote it; that of another version counts as a code */
export function endpointState(
  endpoint: EndpointName,
  answered: Status | undefined,
  failed: Status | undefined
): EndpointState {
  return {
    endpoint,
    succeededAt: answered?.at ?? null,
    failedAt: failed?.at ?? null,
    failuresInRow: failed?.count ?? 0,
    failure: failed ? readFailure(failed.detail ?? "") : null,
  }
}

function readFailure(detail: string): EndpointFailure {
  try {
    return failureSchema.parse(JSON.parse(detail))
  } catch {
    return { code: detail, fields: [], setting: null }
  }
}

/** @example reasonOfFailure({ code: "TIMEOUT", fields: [], setting: null }) // "TIMEOUT" */
export function reasonOfFailure({ code, fields }: EndpointFailure): string {
  if (fields.length === 0) return code
  return `the answer has no readable ${fields.map((name) => `\`${name}\``).join(", ")}`
}
