import type { Credentials } from "../credentials"
import { isSameSecret } from "../http/authentication"
import { refusal } from "../sandbox-error"

/** UNDOCUMENTED: the header that carries the session of a person. */
export const SESSION_HEADER = "x-dashboard-session"

/** What the team lets a person do. */
export type Person = "owner" | "viewer"

/**
 * Finds out who uses the dashboard. An API key opens nothing here.
 *
 * @throws SandboxError 401
 */
export function identifyPerson(session: string | undefined, credentials: Credentials): Person {
  if (session !== undefined && isSameSecret(session, credentials.dashboardSession)) return "owner"
  if (session !== undefined && isSameSecret(session, credentials.viewerSession)) return "viewer"
  throw refusal("UNAUTHORIZED", session ? "the session is not valid" : `${SESSION_HEADER} is missing`)
}

/**
 * Refuses a change to a person who may only look.
 *
 * @throws SandboxError 403
 */
export function requireOwner(person: Person): void {
  if (person !== "owner") throw refusal("FORBIDDEN", "your role in the team may only look")
}
