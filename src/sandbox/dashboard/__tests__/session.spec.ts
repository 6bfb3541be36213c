import { errorOf, inProcess } from "../../__tests__/in-process"
import { dashboardActions } from "../dashboard-routes"

const { credentials, send, dashboard } = inProcess()
const call = (method: string, path: string, headers: Record<string, string>) =>
  send(`/_sandbox/dashboard${path.replace(":id", "of_nobody")}`, { method, headers })

describe("the session of an operator", () => {
  const everyAction = dashboardActions.map(({ method, path }) => [method, path] as const)
  const changes = everyAction.filter(([method]) => method === "POST")
  const views = everyAction.filter(([method]) => method === "GET")

  it.each(everyAction)("is needed for %s %s", async (method, path) => {
    const unauthorized = { status: 401, code: "UNAUTHORIZED" }
    const { apiKey, payoutApiKey } = credentials
    expect(errorOf(await call(method, path, {}))).toMatchObject(unauthorized)
    for (const session of ["wrong", apiKey, payoutApiKey]) {
      const headers = { "x-dashboard-session": session, "x-api-key": payoutApiKey }
      expect(errorOf(await call(method, path, headers))).toMatchObject(unauthorized)
    }
  })

  it.each(changes)("of a viewer cannot do %s %s", async (method, path) => {
    const headers = { "x-dashboard-session": credentials.viewerSession }
    expect(errorOf(await call(method, path, headers))).toMatchObject({ status: 403, code: "FORBIDDEN" })
  })

  it.each(views)("of a viewer can do %s %s", async (method, path) => {
    expect((await call(method, path, { "x-dashboard-session": credentials.viewerSession })).status).toBe(200)
  })

  it("is checked before an unknown path is reported", async () => {
    expect((await call("GET", "/nothing", {})).status).toBe(401)
    expect(errorOf(await dashboard("/nothing"))).toMatchObject({ status: 404, code: "NOT_FOUND" })
    expect((await dashboard("/nothing", {})).status).toBe(404)
  })
})
