import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { createSandbox, type Sandbox } from "../../sandbox"
import { parseDoctorInput, reportText } from "../doctor"

const KEYS = { ONCHAIN_API_KEY: "sandbox_key" }
const NEEDED = ["--base-url", "https://host.test/api/v1", "--business-id", "biz_1"]

async function run(args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ["--import", "tsx", "src/cli/index.ts", ...args], {
    env: { PATH: process.env["PATH"], ...env },
  })
  const output = { stdout: "", stderr: "" }
  child.stdout.on("data", (chunk) => (output.stdout += chunk))
  child.stderr.on("data", (chunk) => (output.stderr += chunk))
  const [code] = await once(child, "close")
  return { code, ...output }
}

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await createSandbox({
    seed: "doctor",
    assumptions: {
      list: { itemsFields: ["rows"] },
      ids: { invoice: ["uid"] },
      envelopes: { billing: ["result"] },
    },
  })
})
afterAll(() => sandbox.close())

const flags = () => ["doctor", "--base-url", sandbox.url, "--business-id", sandbox.credentials.businessId]
const keys = () => ({
  ONCHAIN_API_KEY: sandbox.credentials.apiKey,
  ONCHAIN_PAYOUT_API_KEY: sandbox.credentials.payoutApiKey,
})

describe("the doctor command", () => {
  it("reads only, and prints an option to paste and no key", async () => {
    const { code, stdout, stderr } = await run(flags(), keys())
    expect(code).toBe(0)
    expect(stderr).toContain("ok    200  listNetworks")
    expect(stdout).toContain('assumptions.list.itemsFields = ["rows"]')
    expect(stdout).toContain("Option of the plugin:")
    expect(stdout).toMatch(/Needs an invoice:\n(?:.*\n)*? +assumptions\.ids\.invoice\n/)
    expect(stdout + stderr).not.toContain(sandbox.credentials.apiKey)
    expect(sandbox.requests().every(({ method }) => method === "GET")).toBe(true)
  }, 30_000)

  it("creates in the sandbox when told, and prints everything as JSON", async () => {
    const args = [...flags(), "--environment", "sandbox", "--create", "--json"]
    const { code, stdout, stderr } = await run(args, keys())
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    const report = JSON.parse(stdout)
    expect(report.assumptions).toMatchObject({ list: { itemsFields: ["rows"] }, ids: { invoice: ["uid"] } })
    expect(sandbox.invoices()).toHaveLength(1)
    expect(sandbox.intents()).toHaveLength(1)
    expect(sandbox.customers()).toHaveLength(1)
    expect(sandbox.customers()[0]?.addresses).toMatchObject([{ address: report.testPayment.address }])
    expect(reportText(report)).toContain(
      `pay any amount but 5.00 ${report.testPayment.token} on ${report.testPayment.networkId} to\n${report.testPayment.address},`
    )
  }, 30_000)

  it("ends with 1 when nothing answers", async () => {
    const args = ["doctor", "--base-url", "http://127.0.0.1:9/api/v1", "--business-id", "b"]
    const { code, stderr } = await run(args, KEYS)
    expect(code).toBe(1)
    expect(stderr).toContain("did not answer: check --base-url and the network")
  }, 30_000)

  it.each([
    [["doctor"], "medusa-payment-onchain doctor: --base-url is missing"],
    [["doctors"], '"doctors" is not a command'],
    [[], "no command"],
  ])(
    "ends with 2 for %j",
    async (args, message) => {
      const { code, stderr } = await run(args)
      expect(code).toBe(2)
      expect(stderr).toContain(message)
    },
    30_000
  )
})

describe("input of the doctor", () => {
  it.each([
    [["--base-url", "host"], '--base-url: "host" is not an address'],
    [["--base-url", "ftp://host"], '--base-url: "ftp://host" is not an address'],
    [["--base-url", "https://host/api/v1"], "--business-id is missing"],
    [[...NEEDED, "--environment", "moon"], '--environment: "moon" is neither sandbox nor live'],
    [[...NEEDED, "--create"], "--create is refused in the live environment: add --environment sandbox"],
    [[...NEEDED, "--create", "--environment", "live"], "--create is refused in the live environment"],
    [[...NEEDED, "--delivery", "package.json"], "ONCHAIN_WEBHOOK_SECRET is missing"],
    [[...NEEDED, "--colour"], "Unknown option '--colour'"],
  ])("refuses %j", (args, message) => {
    expect(() => parseDoctorInput(args, KEYS)).toThrow(message)
  })

  it.each([
    ["no JSON", "secret words", "it is not JSON"],
    ["no headers", '{"body":"{}"}', "headers"],
    ["an empty list", "[]", "expected array to have >=1 items"],
  ])("refuses a delivery with %s, without its text", (_, text, message) => {
    const directory = mkdtempSync(path.join(tmpdir(), "doctor-"))
    const file = path.join(directory, "delivery.json")
    writeFileSync(file, text)
    const parse = () =>
      parseDoctorInput([...NEEDED, "--delivery", file], { ...KEYS, ONCHAIN_WEBHOOK_SECRET: "whsec_1" })
    expect(parse).toThrow(message)
    expect(parse).not.toThrow("secret words")
    rmSync(directory, { recursive: true })
  })
})
