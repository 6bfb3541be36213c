import { parseAssumptions, type AssumptionsInput } from "../assumptions"
import type { CallReport } from "../client/call"
import { readList } from "../client/lists"
import { settingOf } from "../contract"
import { errorOf, invoiceBody, invoiceRequest, json, refusal, scriptedGateway } from "./scripted-gateway"

const call = { idempotencyKey: "key_1" }
const address = { chain: "evm", networkId: "base-mainnet" }

function watched(script: (() => Response)[], input: AssumptionsInput = {}) {
  const calls: CallReport[] = []
  const assumptions = parseAssumptions(input)
  const gateway = scriptedGateway(script, { assumptions, onCall: (report) => calls.push(report) })
  const ends = () => calls.map(({ endpoint, error }) => [endpoint, error?.code ?? "ok"])
  return { ...gateway, ends, last: () => calls.at(-1)?.error?.unreadable }
}

test("a refusal, and an answer for something else, are failures of the call", async () => {
  const { client, ends, last } = watched([
    refusal(422, "NEW_CODE"),
    json(201, { ...invoiceBody, networkId: "other" }),
    json(200, { ...invoiceBody, id: "inv_2" }),
  ])
  await errorOf(client.createInvoice(invoiceRequest, call))
  await errorOf(client.createInvoice(invoiceRequest, call))
  await errorOf(client.getInvoice("inv_1"))
  expect(ends()).toEqual([
    ["createInvoice", "NEW_CODE"],
    ["createInvoice", "RAIL_MISMATCH"],
    ["getInvoice", "UNEXPECTED_RESPONSE"],
  ])
  expect(last()).toEqual({ fields: ["id"], setting: "assumptions.ids.invoice" })
})

test("what is refused before it is sent, and the check of the payout key, are no calls", async () => {
  const { client, ends } = watched([refusal(401, "UNAUTHORIZED")], {})
  await errorOf(client.createInvoice(invoiceRequest, { idempotencyKey: "" }))
  await errorOf(client.getInvoice(".."))
  await errorOf(client.verifyPayoutKey())
  expect(ends()).toEqual([])
})

test("an answer in another envelope names the envelope, and one with another identifier the identifier", async () => {
  const inside = { created: true, address: { address: "0x1", chainFamily: "evm", networkId: "base-mainnet" } }
  const ensure = watched([json(200, { result: inside })])
  await errorOf(ensure.client.ensureAddress("cus_1", address, call))
  expect(ensure.last()).toEqual({ fields: ["address"], setting: "assumptions.envelopes.address" })

  const { id, ...rest } = invoiceBody
  const invoices = watched([json(200, { payload: invoiceBody }), json(200, { ...rest, number: id })])
  await errorOf(invoices.client.getInvoice("inv_1"))
  expect(invoices.last()?.setting).toBe("assumptions.envelopes.invoice")
  await errorOf(invoices.client.getInvoice("inv_1"))
  expect(invoices.last()).toEqual({ fields: ["id"], setting: "assumptions.ids.invoice" })
})

test("a page without a readable row is a failed call that names the field; one unreadable row is not", async () => {
  const { id, ...rest } = invoiceBody
  const unreadable = { ...rest, number: id }
  const { client, ends, last } = watched([
    json(200, [unreadable, unreadable]),
    json(200, [invoiceBody, unreadable]),
  ])
  expect(await readList(client.listInvoices())).toMatchObject({ isComplete: false, gap: "row_unreadable" })
  expect(last()).toEqual({ fields: ["id"], setting: "assumptions.ids.invoice" })
  await readList(client.listInvoices())
  expect(ends()).toEqual([
    ["listInvoices", "UNEXPECTED_RESPONSE"],
    ["listInvoices", "ok"],
  ])
})

test("rows under another name are a failed call that names the setting of lists", async () => {
  const { client, last } = watched([json(200, { records: [invoiceBody] })])
  await errorOf(readList(client.listInvoices()))
  expect(last()).toEqual({ fields: ["(root)"], setting: "assumptions.list.itemsFields" })
})

test.each([
  ["customer", ["id"], "assumptions.envelopes.customer or assumptions.ids.customer"],
  ["customer address", ["address.chainFamily"], "assumptions.envelopes.address"],
  ["withdrawal", ["id", "status", "chain"], "assumptions.envelopes.withdrawal"],
  ["withdrawal", ["status"], null],
  ["deposit", ["depositId"], "assumptions.ids.deposit"],
  ["transaction", ["id"], "assumptions.ids.transaction"],
  ["deposit list, cursor", ["(root)"], "assumptions.list.nextCursorField"],
  ["balance", ["amounts.total"], null],
  ["constructor", ["id"], null],
])("the setting of a %s without %j is %s", (resource, fields, setting) => {
  expect(settingOf(resource, fields)).toBe(setting)
})
