import type { AssumptionsInput } from "../../assumptions"
import { jsonOf, probeScripted, type Answers } from "./scripted-service"

const rail = { chain: "evm", networkId: "base-mainnet", token: "USDC" }
const NOW = "2030-01-01T00:00:00Z"
const probe = (answers: Answers) => probeScripted(jsonOf(answers))
const withdrawal = { ...rail, id: "wd_1", status: "submitted", amount: "5", requestedAt: NOW }
const done = { ...withdrawal, id: "wd_2", status: "completed", txHash: `0x${"a".repeat(64)}` }

describe("a payout that is `submitted`", () => {
  const withdrawals = (...rows: object[]) => probe({ "/businesses/biz_1/withdrawals": rows })
  const queued = { queued: ["queued", "submitted"] }
  const broadcast = { broadcast: ["broadcast", "submitted"] }

  it.each<[string, object[], AssumptionsInput["statuses"]]>([
    ["waits in the queue while it has no transaction", [withdrawal, done], { withdrawal: queued }],
    [
      "was broadcast once it has a transaction",
      [{ ...withdrawal, txHash: done.txHash }, done],
      { withdrawal: broadcast },
    ],
    [
      "was broadcast where another word is that of the queue",
      [withdrawal, { ...withdrawal, id: "wd_3", status: "queued" }],
      { withdrawal: broadcast },
    ],
  ])("%s", async (_, rows, statuses) => {
    expect((await withdrawals(...rows)).assumptions.statuses).toEqual(statuses)
  })
})

describe("a bill", () => {
  const decided = async (bill: object) => {
    const { assumptions, unknown } = await probe({ "/billing/me": bill })
    return { fields: assumptions.fields?.billing, settings: unknown.map(({ setting }) => setting) }
  }
  const fee = "assumptions.fields.billing.invoiceFeePercent"
  const gas = "assumptions.fields.billing.includedGasUsedUsd"

  it("with the fee as a fraction is left to a person, whatever the name is", async () => {
    for (const name of ["feeRate", "invoiceFeePercent"])
      expect(await decided({ plan: "Startup", [name]: 0.007 })).toMatchObject({ settings: [fee] })
    expect((await decided({ plan: "Startup", feeRate: 0.7 })).fields).toEqual({
      invoiceFeePercent: "feeRate",
    })
  })

  it("with all gas that was used is not read as included gas, unless the figures add up", async () => {
    const included = { includedGasGrantedUsd: "10", includedGasRemainingUsd: "6" }
    expect((await decided({ ...included, gasUsedUsd: "12.5" })).settings).toEqual([gas])
    expect((await decided({ plan: "Startup", gasUsedUsd: "4" })).settings).toEqual([gas])
    expect((await decided({ ...included, gasUsedUsd: "4" })).fields).toEqual({
      includedGasUsedUsd: "gasUsedUsd",
    })
  })
})

it("a status that only a webhook has is named for a person to choose", async () => {
  const data = { ...rail, id: "inv_1", amount: "5", status: "underpaid" }
  const body = JSON.stringify({ event: "invoice.underpaid", data })
  const webhooks = { captured: [{ headers: {}, body }], secret: "whsec_1" }
  const { unknown } = await probeScripted(jsonOf({}), { webhooks })
  expect(unknown).toContainEqual({
    setting: "assumptions.statuses.invoice",
    because: "the event invoice.underpaid has the unknown status underpaid: choose its meaning",
  })
})

describe("a field that the plugin expects", () => {
  const paid = { ...rail, id: "inv_1", amount: "5", status: "paid", txHash: done.txHash }
  const read = (...invoices: object[]) => probe({ "/businesses/biz_1/invoices": invoices })

  it("is proposed as null where no such answer has it, and its absence makes none unreadable", async () => {
    const { assumptions, endpoints, proposals } = await read(paid, { ...paid, id: "inv_2" })
    expect(assumptions.fields?.invoice).toEqual({ receivedAmount: null })
    expect(proposals).toContainEqual({
      setting: "assumptions.fields.invoice.receivedAmount",
      value: null,
      because: "no answer of listInvoices has such a field",
    })
    expect(endpoints.map(({ reason }) => reason).join()).not.toContain("not readable")
  })

  it("is kept where one answer has it", async () => {
    const { assumptions } = await read(paid, { ...paid, id: "inv_2", amountReceived: "5" })
    expect(assumptions.fields?.invoice).toBeUndefined()
  })
})

it("a deposit of its own is found behind those of shoppers, two rows a page", async () => {
  const deposit = (n: number, externalCustomerRef: string) => ({
    ...{ depositId: `dep_${n}`, externalCustomerRef, chain: "evm", networkId: "base-mainnet" },
    ...{ asset: {}, amount: { raw: "1" }, resolutionStatus: "review_required", observedAt: NOW },
  })
  const rows = [1, 2, 3, 4].map((n) => deposit(n, `shopper ${n}`)).concat(deposit(5, "onchain-doctor-r0"))
  const paths: string[] = []
  const answer = (path: string, url: URL) => {
    paths.push(path)
    if (path !== "/businesses/biz_1/deposits")
      return jsonOf({
        "/businesses/biz_1/deposits/dep_5/accept": { depositId: "dep_5", status: "accepted" },
      })(path)
    const from = Number(url.searchParams.get("cursor") ?? 0)
    const nextCursor = from + 2 < rows.length ? String(from + 2) : null
    return new Response(JSON.stringify({ data: rows.slice(from, from + 2), nextCursor }))
  }
  const { assumptions } = await probeScripted(answer, { environment: "sandbox", isCreating: true })
  expect(paths).toContain("/businesses/biz_1/deposits/dep_5/accept")
  expect(assumptions.fields?.depositAction).toEqual({ resolutionStatus: "status" })
})
