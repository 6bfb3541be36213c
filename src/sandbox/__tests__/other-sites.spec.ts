import { createSandbox, type Sandbox } from ".."
import { isAllowedHost } from "../http/app"
import { errorOf, inProcess } from "./in-process"
import { request } from "node:http"

describe("the Host of a request", () => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await createSandbox()
  })
  afterAll(() => sandbox.close())

  const askedFor = (host: string, path: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      request(sandbox.origin + path, { headers: { host, "x-api-key": sandbox.credentials.apiKey } })
        .on("error", reject)
        .on("response", (response) => resolve(response.resume().statusCode))
        .end()
    })

  it.each(["/", "/_sandbox/state", "/_sandbox/dashboard/settings", "/api/v1/networks"])(
    "is refused when it is a name that another site gave this machine: %s",
    async (path) => {
      expect(await askedFor("evil.example:4010", path)).toBe(403)
      expect(await askedFor("localhost:4010", path)).not.toBe(403)
    }
  )

  it.each([
    ["127.0.0.1", "127.0.0.1", true],
    ["localhost:4010", "127.0.0.1", true],
    ["LOCALHOST:80", "127.0.0.1", true],
    ["[::1]:4010", "::1", true],
    ["localhost.evil.example", "127.0.0.1", false],
    ["evil.example", "127.0.0.1", false],
    ["localhost@evil.example", "127.0.0.1", false],
    ["192.168.1.5:4010", "127.0.0.1", false],
    ["", "127.0.0.1", false],
    ["sandbox:4010", "sandbox", true],
    ["evil.example", "sandbox", false],
    ["192.168.1.5:4010", "0.0.0.0", true],
    ["[fe80::1]:4010", "::", true],
    ["evil.example", "0.0.0.0", false],
  ])("%j, where the sandbox listens on %s: %s", (header, listensOn, isAllowed) => {
    expect(isAllowedHost(header, listensOn)).toBe(isAllowed)
  })
})

describe("a change", () => {
  const { send, credentials, invoicesPath } = inProcess()
  const keys = { "x-api-key": credentials.apiKey, "idempotency-key": "one" }
  const session = { "x-dashboard-session": credentials.dashboardSession }

  describe.each([
    ["/_sandbox/reset", {}],
    ["/_sandbox/fault", {}],
    ["/_sandbox/page", {}],
    ["/_sandbox/dashboard/settings", session],
    [`/api/v1${invoicesPath}`, keys],
  ])("through %s", (path, headers) => {
    it.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/jsonx"])(
      "is refused as %s",
      async (type) => {
        const answer = await send(path, {
          method: "POST",
          headers: { ...headers, "content-type": type },
          body: "{}",
        })
        expect(errorOf(answer)).toEqual({ status: 415, code: "VALIDATION_ERROR", fields: ["content-type"] })
      }
    )
  })

  it.each(["/_sandbox/reset", "/_sandbox/clear-faults", "/_sandbox/page"])(
    "through %s is refused without a body too, which any site can send",
    async (path) => {
      expect((await send(path, { method: "POST" })).status).toBe(415)
    }
  )
})
