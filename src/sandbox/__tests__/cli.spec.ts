import { spawn, type ChildProcess } from "node:child_process"
import { createServer } from "node:http"
import { once } from "node:events"
import { parse } from "dotenv"
import fc from "fast-check"
import { envLine, parseCliOptions } from "../cli"

const running: ChildProcess[] = []
afterEach(() => {
  for (const child of running.splice(0)) child.kill("SIGKILL")
})

function start(...args: string[]) {
  const child = spawn(process.execPath, ["--import", "tsx", "src/cli/index.ts", "sandbox", ...args])
  running.push(child)
  const output = { stdout: "", stderr: "" }
  child.stdout.on("data", (chunk) => (output.stdout += chunk))
  child.stderr.on("data", (chunk) => (output.stderr += chunk))
  const ended = once(child, "close").then(([code]) => ({ code, ...output }))
  const printed = async (text: string) => {
    while (!output.stdout.includes(text)) {
      const end = await Promise.race([once(child.stdout, "data"), ended])
      if ("code" in end) throw new Error(`it ended with ${end.code}: ${end.stderr}`)
    }
    return output.stdout
  }
  return { child, ended, printed }
}

describe("the sandbox command", () => {
  it("serves until SIGINT and ends with 0", async () => {
    const { child, ended, printed } = start("--port", "0", "--json", "--seed", "cli")
    const { url, origin, credentials } = JSON.parse((await printed("payment page")).split("\n")[0] ?? "")
    const answer = await fetch(`${url}/networks`, { headers: { "x-api-key": credentials.apiKey } })
    expect(answer.status).toBe(200)
    expect(await (await fetch(`${origin}/_sandbox/state`)).json()).toMatchObject({
      clock: "flowing",
      seed: "cli",
    })
    child.kill("SIGINT")
    expect(await ended).toMatchObject({ code: 0, stderr: "" })
  }, 30_000)

  it("starts at the given instant, and again after a reset", async () => {
    const args = "--port 0 --json --manual-clock --start-at 2026-05-01T12:00:00+02:00"
    const { printed } = start(...args.split(" "))
    const { origin } = JSON.parse((await printed("payment page")).split("\n")[0] ?? "")
    const now = async () => (await (await fetch(`${origin}/_sandbox/state`)).json()).now
    expect(await now()).toBe("2026-05-01T10:00:00.000Z")
    const post = (path: string, body: object) =>
      fetch(`${origin}/_sandbox/${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      })
    await post("advance", { ms: 60_000 })
    expect(await now()).toBe("2026-05-01T10:01:00.000Z")
    await post("reset", {})
    expect(await now()).toBe("2026-05-01T10:00:00.000Z")
  }, 30_000)

  it("warns when it is reachable from other machines, and ends with 0 on SIGTERM", async () => {
    const { child, ended, printed } = start("--port", "0", "--host", "0.0.0.0")
    await printed("payment page")
    child.kill("SIGTERM")
    const { code, stderr } = await ended
    expect(code).toBe(0)
    expect(stderr).toContain("warning: it listens on 0.0.0.0")
  }, 30_000)

  it("reports a port that is in use", async () => {
    const server = createServer().listen(0, "127.0.0.1")
    await once(server, "listening")
    const address = server.address()
    const port = typeof address === "object" && address ? address.port : 0
    const { code, stderr } = await start("--port", String(port)).ended
    server.close()
    expect(code).toBe(1)
    expect(stderr).toBe(
      `medusa-payment-onchain sandbox: port ${port} on 127.0.0.1 is in use: choose another one, or 0 for any free one\n`
    )
  }, 30_000)

  it.each([
    [["--port", "x"], '--port: "x" is not a whole number from 0 to 65535'],
    [["--block-time-ms", "0"], '--block-time-ms: "0" is not a whole number from 1 to 86400000'],
    [["--webhook-secret", "s"], "--webhook-secret needs --webhook-url"],
    [["--webhook-url", "http://a/", "--webhook-secret", "'`"], "--webhook-secret cannot be written in .env"],
    [["--webhook-url", "x"], '--webhook-url: "x" is not a URL'],
    [["--start-at", "soon"], '--start-at: "soon" is not an ISO 8601 instant such as 2026-01-01T00:00:00Z'],
    [["--start-at", "2026-01-01"], '--start-at: "2026-01-01" is not an ISO 8601 instant'],
    [["--start-at", "2026-01-01T00:00"], '--start-at: "2026-01-01T00:00" is not an ISO 8601 instant'],
    [["--start-at", "2026-02-30T00:00Z"], '--start-at: "2026-02-30T00:00Z" is not an ISO 8601 instant'],
    [["--environment", "moon"], '--environment: "moon" is neither sandbox nor live'],
    [["--assumptions", "no-such-file.json"], "ENOENT: no such file or directory"],
    [["--assumptions", "package.json"], "--assumptions: package.json: "],
    [["--colour"], "Unknown option '--colour'"],
  ])("refuses %j", (args, message) => {
    expect(() => parseCliOptions(args)).toThrow(message)
  })

  it("prints lines that dotenv reads as the same values, and refuses the others", () => {
    const marks = fc.constantFrom("#", " ", "'", '"', "`", "\\", "$", "=", "\n", "n", "a")
    const values = fc.oneof(fc.string({ unit: marks }), fc.string(), fc.constant("whsec_a#b"))
    fc.assert(
      fc.property(values, (value) => {
        const isRefused = value === "" || value.includes("\r") || (value.includes("'") && value.includes("`"))
        if (isRefused) expect(() => envLine("KEY", value)).toThrow("KEY cannot be written in .env")
        else expect(parse(`A=1\n${envLine("KEY", value)}\nZ=2\n`)).toEqual({ A: "1", KEY: value, Z: "2" })
      })
    )
  })

  it("reads every option", () => {
    const text =
      "--port 0 --host ::1 --seed s --environment live --webhook-url http://a/ --webhook-secret b --block-time-ms 9 --manual-clock --start-at 2026-05-01T10:00:00Z"
    expect(parseCliOptions(text.split(" "))).toEqual({
      hasHelp: false,
      isJson: false,
      sandbox: {
        port: 0,
        host: "::1",
        seed: "s",
        environment: "live",
        clock: "manual",
        startAt: "2026-05-01T10:00:00Z",
        blockTimeMs: 9,
        webhook: { url: "http://a/", secret: "b" },
      },
    })
  })
})
