import type { Assumptions } from "../../../src/gateway/assumptions"
import { parseAssumptions } from "../../../src/gateway/assumptions"
import { collect } from "../../../src/gateway"
import { eventResource, webhookEnvelopeSchema } from "../../../src/gateway/contract"
import { assumptionSets, type AssumptionSet } from "../assumption-sets/assumption-sets"
import { openScene, type Scene } from "../story/scene"
import { fillService, lastDelivery, probe } from "./busy-service"

const TIMEOUT_MS = 60_000

async function inScene(set: AssumptionSet, run: (scene: Scene) => Promise<void>): Promise<void> {
  const scene = await openScene(set, {})
  try {
    await run(scene)
  } finally {
    await scene.close()
  }
}

/** Everything that the plugin reads of this business, through a client with these settings. */
async function readAll({ clientWith, sandbox, assumptions: { paths } }: Scene, assumptions: Assumptions) {
  const gateway = clientWith({ assumptions })
  const [customer] = sandbox.customers()
  const [withdrawal] = sandbox.withdrawals()
  const invoices = await collect(gateway.listInvoices())
  return {
    invoices,
    networks: await collect(gateway.listNetworks()),
    tokens: await collect(gateway.listTokens()),
    balances: await collect(gateway.listBalances()),
    transactions: await collect(gateway.listTransactions()),
    deposits: byId(await collect(gateway.listDeposits({ status: "review_required" }))),
    billing: [await gateway.getBilling(), await gateway.getBillingUsage()],
    invoice: await gateway.getInvoice(invoices[0]?.id ?? ""),
    progress: await gateway.getInvoiceProgress(invoices[0]?.id ?? ""),
    paid: byId(await collect(gateway.listInvoices({ status: "paid" }))),
    customer: paths.getCustomer === null ? null : await gateway.getCustomer(customer?.id ?? ""),
    withdrawal: gateway.hasWithdrawalReads ? await gateway.getWithdrawal(withdrawal?.id ?? "") : null,
  }
}

/** A service with two words for a status lists each row under both. */
function byId<T extends { id?: unknown; depositId?: string }>(rows: readonly T[]): Map<unknown, T> {
  return new Map(rows.map((row) => [row.id ?? row.depositId, row]))
}

/** The words that the sandbox writes for statuses that the probe met. */
const MET = [
  ...(["pending", "paid", "failed", "expired", "cancelled"] as const).map(
    (name) => ["invoice", name] as const
  ),
  ...[["intent", "active"] as const, ["withdrawal", "completed"] as const, ["billing", "active"] as const],
  ["deposit", "reviewRequired"] as const,
]

describe("the doctor", () => {
  it.each(assumptionSets)(
    "finds the settings of $name from reads and one payment in the sandbox",
    (set) =>
      inScene(set, async (scene) => {
        await fillService(scene)
        const secret = scene.sandbox.credentials.webhookSecret
        const delivery = { captured: lastDelivery(scene, "withdrawal."), secret }
        const report = await probe(scene, { isCreating: true, delivery })
        expect(report.endpoints.filter(({ ok }) => !ok)).toEqual([])
        expect(report.unknown).toEqual([])
        const proposed = parseAssumptions(report.assumptions)
        expect(await readAll(scene, proposed)).toEqual(await readAll(scene, set.assumptions))
        expect(proposed.paths).toEqual(set.assumptions.paths)
        const { toleranceMs: _, ...signature } = proposed.signature
        expect(set.assumptions.signature).toMatchObject(signature)
        expect(proposed.fields.intent).toEqual(set.assumptions.fields.intent)
        const resource = eventResource(
          webhookEnvelopeSchema.parse(JSON.parse(delivery.captured.body)),
          proposed
        )
        expect(resource["id"]).toBe(scene.sandbox.withdrawals()[0]?.id)
        for (const [kind, name] of MET) {
          const words: Record<string, string[]> = proposed.statuses[kind]
          const theirs: Record<string, string[]> = set.assumptions.statuses[kind]
          expect({ [name]: words[name] }).toEqual({ [name]: expect.arrayContaining([theirs[name]?.at(-1)]) })
        }
      }),
    TIMEOUT_MS
  )

  it.each(assumptionSets)(
    "only reads in $name unless told, and creates one of each when told",
    (set) =>
      inScene(set, async (scene) => {
        const { sandbox } = scene
        const report = await probe(scene)
        expect(sandbox.requests().map(({ method }) => method)).not.toContain("POST")
        expect(report.endpoints.length).toBeGreaterThan(10)
        await probe(scene, { isCreating: true })
        const { customers, invoices, intents, withdrawals } = sandbox
        expect([customers(), invoices(), intents()].map(({ length }) => length)).toEqual([1, 1, 1])
        expect(sandbox.customers()[0]?.addresses).toHaveLength(1)
        expect(withdrawals()).toEqual([])
      }),
    TIMEOUT_MS
  )
})

describe("paging", () => {
  const rows = ["rows"]
  const forms: [string, AssumptionSet["input"]["list"], object][] = [
    ["cursors", { itemsFields: rows, nextCursorField: "meta.after", cursorParam: "starting_after" }, {}],
    [
      "links",
      { itemsFields: rows, paging: "link", nextLinkFields: ["links.next"] },
      { nextLinkFields: ["links.next", "next"] },
    ],
    ["offsets", { itemsFields: rows, paging: "offset", offsetParam: "skip", totalField: "total" }, {}],
    [
      "bare arrays with offsets",
      { itemsFields: [""], paging: "offset" },
      { itemsFields: ["", "items", "results", "data"] },
    ],
    ["pages from 0", { itemsFields: rows, paging: "page", pageParam: "pageNumber", firstPage: 0 }, {}],
    ["pages from 1", { itemsFields: rows, paging: "page" }, {}],
  ]

  it.each(forms)(
    "by %s is found",
    async (_, list, differs) => {
      const input = { list }
      const set = { name: "paging", input, assumptions: parseAssumptions(input) }
      await inScene(set, async (scene) => {
        await fillService(scene)
        const { assumptions } = await probe(scene)
        expect(parseAssumptions(assumptions).list).toEqual({
          ...parseAssumptions({ list: { ...list, ...differs } }).list,
        })
      })
    },
    TIMEOUT_MS
  )
})
