import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import {
  assumptionsSchema,
  parseAssumptions,
  type Assumptions,
  type AssumptionsInput,
} from "../../../src/gateway/assumptions"
import { inEach, settings, valueAt, type Setting } from "../assumption-sets/settings"
import { openScene, type Scene } from "../story/scene"
import {
  parseBilling,
  parseDeposit,
  parseIntent,
  parseInvoice,
  parseTransaction,
  parseWithdrawal,
  type ReportUnreadable,
  type WireRecord,
} from "../../../src/gateway/contract"
import { openHealth, type Health } from "./health-lines"
import { OF_THE_INBOX, QUIET } from "./quiet-settings"
import { fillBusiness, tour, type Subjects } from "./tour"

const small = { pageSize: 5, maxPageSize: 5 }

/** For settings that the default service does not use; with one name each, so that a wrong one finds nothing. */
const SERVICES: readonly { uses: RegExp; input: AssumptionsInput }[] = [
  { uses: /^ids\./, input: { ids: inEach("ids", "uid") } },
  { uses: /^envelopes\./, input: { envelopes: inEach("envelopes", "result") } },
  { uses: /^list\.firstPage$/, input: { list: { paging: "page", firstPage: 0, ...small } } },
  { uses: /^list\.pageParam$/, input: { list: { paging: "page", ...small } } },
  { uses: /^list\.offsetParam$/, input: { list: { paging: "offset", ...small } } },
  { uses: /^list\.nextLinkFields$/, input: { list: { paging: "link", ...small } } },
  { uses: /^list\./, input: { list: { paging: "cursor", ...small } } },
  { uses: /^paths\.listWithdrawals$/, input: { paths: { getWithdrawal: null } } },
  {
    uses: /^(transactions\.(in|out)|fields\.transaction\.direction)$/,
    input: { fields: { transaction: { type: null } } },
  },
  {
    uses: /^(transactions\.|fields\.transaction\.(type|invoiceId|depositId|withdrawalId)$)/,
    input: { fields: { transaction: { direction: null, reference: null } } },
  },
  {
    uses: /^fields\.transaction\.reference$/,
    input: { fields: { transaction: { invoiceId: null, depositId: null, withdrawalId: null } } },
  },
  { uses: /^signature\.prefix$/, input: { signature: { prefix: "v1=" } } },
]

function wrongValue({ path, schema }: Setting, right: unknown): unknown {
  if (path === "transactions.payoutAmounts") return "gross"
  if (schema.enum) return schema.enum.find((value) => value !== right && value !== "auto")
  if (typeof right === "boolean") return !right
  if (Array.isArray(right)) return ["nonsense"]
  if (path === "signature.toleranceMs") return 0
  if (path === "list.firstPage") return right === 1 ? 0 : 1
  if (typeof right === "number") return right + 1
  if (path.startsWith("paths.")) return `${String(right)}/nonsense`
  if (path === "signature.signedText") return "{body}"
  return "nonsense"
}

function withValue(input: AssumptionsInput, path: string, value: unknown): AssumptionsInput {
  const changed: Record<string, unknown> = structuredClone(input)
  const keys = path.split(".")
  const last = keys.pop() ?? ""
  let part = changed
  for (const key of keys)
    part = part[key] = { ...(part[key] as object | undefined) } as Record<string, unknown>
  part[last] = value
  return changed
}

type Opened = { input: AssumptionsInput; scene: Scene & { close(): Promise<void> }; subjects: Subjects }
const opened = new Map<string, Promise<Opened>>()

function serviceFor(path: string): Promise<Opened> {
  const input = SERVICES.find(({ uses }) => uses.test(path))?.input ?? {}
  const key = JSON.stringify(input)
  const service = opened.get(key) ?? open(input)
  opened.set(key, service)
  return service
}

async function open(input: AssumptionsInput): Promise<Opened> {
  const set = { name: "a service", input, assumptions: parseAssumptions(input) }
  const scene = await openScene(set, { business: { plan: "Startup" } })
  return { input, scene, subjects: await fillBusiness(scene) }
}

afterAll(async () => {
  for (const service of opened.values()) await (await service).scene.close()
})

/** What health says to a store with this setting. */
async function findingsWith(path: string, value: unknown): Promise<string[]> {
  const { input, scene, subjects } = await serviceFor(path)
  const parsed = assumptionsSchema.safeParse(withValue(input, path, value))
  if (!parsed.success)
    return parsed.error.issues.map((issue) => `assumptions.${issue.path.join(".")}: ${issue.message}`)
  const health = openHealth(parsed.data)
  if (path.startsWith("statuses.")) {
    readStatus(path, parsed.data, health)
    return health.findings()
  }
  const gateway = scene.clientWith({ assumptions: parsed.data, ...health.watchers })
  const actsOnDeposits = /^(ids\.deposit|envelopes\.depositAction|fields\.deposit|statuses\.deposit)/.test(
    path
  )
  await tour(scene, gateway, { assumptions: parsed.data, health, subjects, actsOnDeposits })
  return health.findings()
}

/** Reads a resource with the default word of a status. */
function readStatus(path: string, assumptions: Assumptions, { watchers: { onUnreadable } }: Health): void {
  const [, kind = "", status = ""] = path.split(".")
  const word = valueAt(parseAssumptions(), path)
  const { parse, record } = RESOURCES[kind] ?? {}
  if (!parse || !Array.isArray(word)) throw new Error(`${path}: no resource with ${status}`)
  parse(
    { ...record, status: word.at(-1), resolutionStatus: word.at(-1), state: word.at(-1) },
    assumptions,
    onUnreadable
  )
}

const rail = { chain: "evm", networkId: "base-mainnet", token: "USDC" }
type Parse = (record: WireRecord, assumptions: Assumptions, report?: ReportUnreadable) => unknown
const RESOURCES: Readonly<Record<string, { parse: Parse; record: WireRecord }>> = {
  invoice: { parse: parseInvoice, record: { ...rail, id: "inv_1", amount: "1" } },
  intent: { parse: parseIntent, record: { ...rail, id: "int_1", externalOrderId: "1", expectedAmount: "1" } },
  deposit: {
    parse: parseDeposit,
    record: {
      ...rail,
      depositId: "dep_1",
      asset: {},
      amount: { raw: "1" },
      observedAt: "2026-01-01T00:00:00Z",
    },
  },
  withdrawal: { parse: parseWithdrawal, record: { ...rail, id: "wd_1" } },
  transaction: { parse: parseTransaction, record: { ...rail, id: "txn_1", amount: "1", type: "receipt" } },
  billing: { parse: parseBilling, record: { plan: "Startup" } },
}

const TIMEOUT_MS = 60_000

describe("a store whose settings are right", () => {
  it.each([
    "ids.invoice",
    ...SERVICES.map(({ uses }) => settings.find(({ path }) => uses.test(path))?.path ?? ""),
  ])(
    "hears nothing from health, where %s is used",
    async (path) => {
      const { scene } = await serviceFor(path)
      expect(await findingsWith(path, valueAt(scene.assumptions, path))).toEqual([])
    },
    TIMEOUT_MS
  )
})

describe("a wrong value is named by health or at boot", () => {
  it.each(
    settings
      .filter(({ path }) => !(path in QUIET) && !OF_THE_INBOX.includes(path))
      .map((setting) => [setting.path, setting] as const)
  )(
    "%s",
    async (path, setting) => {
      const { scene } = await serviceFor(path)
      const value = wrongValue(setting, valueAt(scene.assumptions, path))
      const findings = await findingsWith(path, value)
      const group = path.split(".")[0]
      const named = findings.some(
        (line) => line.includes(`assumptions.${path}`) || line.includes(groupName(path))
      )
      expect({ group, named, findings: named ? [] : findings }).toEqual({ group, named: true, findings: [] })
    },
    TIMEOUT_MS
  )

  it("has a dash in the worksheet exactly where health cannot know", () => {
    const worksheet = readFileSync(resolve(__dirname, "../../../docs/developers/service-facts.md"), "utf8")
    const dashes = [...worksheet.matchAll(/^\| `([\w.]+)` \|.*\| – \|$/gm)].map(([, name = ""]) => name)
    expect(dashes.sort()).toEqual(Object.keys(QUIET).sort())
  })

  it("has a reason for each setting that health cannot judge", () => {
    const paths = settings.map(({ path }) => path)
    expect(Object.keys(QUIET).filter((path) => !paths.includes(path))).toEqual([])
  })
})

/** Words and signatures are named together: one of them is wrong, and only the provider knows which. */
function groupName(path: string): string {
  const [first = "", second = ""] = path.split(".")
  if (first === "signature") return "assumptions.signature"
  if (/^fields\.transaction\.(reference|invoiceId|depositId|withdrawalId)$/.test(path))
    return "assumptions.fields.transaction ("
  if (first === "statuses") return `assumptions.statuses.${second}`
  return first === "transactions" ? "assumptions.transactions" : `assumptions.${path}`
}
