import type { Assumptions } from "../../../src/gateway/assumptions"
import { parseAssumptions } from "../../../src/gateway/assumptions"
import { collect } from "../../../src/gateway"
import { eventResource, webhookEnvelopeSchema } from "../../../src/gateway/contract"
import { assumptionSets, type AssumptionSet } from "../assumption-sets/assumption-sets"
import { openScene, type Scene } from "../story/scene"
import { deposit } from "../stories/deposited"
import { openAddress } from "../stories/opened-customer"
import { openPaidInvoice } from "../stories/opened-invoice"
import { usdcOnBase } from "../stories/rails"
import { examine, probe } from "./busy-service"
import { differences, notProposed } from "./not-proposed"

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

describe("the doctor", () => {
  it.each(assumptionSets)(
    "finds the settings of $name from reads and one payment in the sandbox",
    (set) =>
      inScene(set, async (scene) => {
        const { report, webhooks } = await examine(scene)
        expect(report.endpoints.filter(({ ok }) => !ok)).toEqual([])
        expect(report.unknown).toEqual([])
        const proposed = parseAssumptions(report.assumptions)
        expect(differences(proposed, set.assumptions)).toEqual(notProposed[set.name])
        expect(await readAll(scene, proposed)).toEqual(await readAll(scene, set.assumptions))
        const events = webhooks.captured.map(({ body }) => webhookEnvelopeSchema.parse(JSON.parse(body)))
        for (const event of events)
          expect(eventResource(event, proposed)).toEqual(eventResource(event, set.assumptions))
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

describe("a deposit in review", () => {
  it.each(assumptionSets.slice(0, 2))(
    "of a shopper of $name is never resolved",
    (set) =>
      inScene(set, async (scene) => {
        const { address } = await openAddress(scene, usdcOnBase)
        await deposit(scene, address, { ...usdcOnBase, amount: "6" })
        await probe(scene, { isCreating: true })
        expect(scene.sandbox.deposits().map(({ resolutionStatus }) => resolutionStatus)).toEqual([
          "review_required",
        ])
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
        await openPaidInvoice(scene)
        const { assumptions } = await probe(scene)
        expect(parseAssumptions(assumptions).list).toEqual({
          ...parseAssumptions({ list: { ...list, ...differs } }).list,
        })
      })
    },
    TIMEOUT_MS
  )
})
