import { readAnswer, type Line, type RawAnswer } from "./raw-call"

type DashboardInput = {
  body?: unknown
  /** Null sends none. @default the owner's */
  session?: string | null
  headers?: Readonly<Record<string, string>>
}

/** A call of an operator in the dashboard, which the document leaves to the service's own pages. */
export type DashboardCall = (
  method: "GET" | "POST",
  path: string,
  input?: DashboardInput
) => Promise<RawAnswer>

export function createDashboardCall({ sandbox, assumptions, fetch }: Line): DashboardCall {
  return async (method, path, { body, session = sandbox.credentials.dashboardSession, headers } = {}) => {
    const response = await fetch(`${sandbox.origin}/_sandbox/dashboard${path}`, {
      method,
      headers: {
        "content-type": "application/json",
        ...(session !== null && { "x-dashboard-session": session }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    return readAnswer(response, assumptions)
  }
}
