import { parseAssumptions } from "../assumptions"
import { rowsOf } from "../client/pages"
import { endpointCases } from "./endpoint-cases"
import { errorOf, json, scriptedGateway } from "./scripted-gateway"

const call = { idempotencyKey: "key-1" }
const rail = { chain: "evm", networkId: "base-mainnet", token: "USDC" }
const order = { ...rail, externalOrderId: "order_1", expectedAmount: "12.5" }
const payoutRecipients = [{ label: "supplier", destinationAddress: "0xabc", shareBps: 10_000 }]

test("an intent whose path names no customer names it in the body", async () => {
  const assumptions = parseAssumptions({
    paths: { createIntent: "/businesses/{businessId}/deposit-intents" },
  })
  const { client, sent } = scriptedGateway([json(201, { ...order, id: "int_1" })], { assumptions })
  await client.createIntent({ customerId: "cus_1", ...order }, call)
  expect(sent[0]?.url.pathname).toBe("/api/v1/businesses/biz_1/deposit-intents")
  expect(JSON.parse(String(sent[0]?.init.body))).toEqual({ ...order, customerId: "cus_1" })
})

test("an intent with payout recipients takes the payout key", async () => {
  const { client, sent } = scriptedGateway([json(201, { ...order, id: "int_1" })])
  await client.createIntent({ customerId: "cus_1", ...order, payoutRecipients }, call)
  expect(sent[0]?.headers.get("x-api-key")).toBe("key_payout")
})

test("without a payout key an intent with payout recipients is refused before it is sent", async () => {
  const { client, sent } = scriptedGateway([], { payoutApiKey: undefined })
  const error = await errorOf(client.createIntent({ customerId: "cus_1", ...order, payoutRecipients }, call))
  expect(error).toMatchObject({ code: "PAYOUT_KEY_MISSING", outcome: "not_applied", isRetryable: false })
  expect(sent).toHaveLength(0)
})

test("the assumed paths of reads are used", async () => {
  const assumptions = parseAssumptions({
    paths: { getWithdrawal: "/withdrawals/{withdrawalId}", getCustomer: "/customers/{customerId}/profile" },
  })
  const script = [json(200, endpointCases.getWithdrawal.answer), json(200, endpointCases.getCustomer.answer)]
  const { client, sent } = scriptedGateway(script, { assumptions })
  await client.getWithdrawal("wd_1")
  await client.getCustomer("cus_1")
  expect(sent.map(({ url }) => url.pathname)).toEqual([
    "/api/v1/withdrawals/wd_1",
    "/api/v1/customers/cus_1/profile",
  ])
})

test("a path with an unfilled placeholder is refused before it is sent", async () => {
  const assumptions = parseAssumptions({ paths: { getCustomer: "/shops/{shopId}/customers/{customerId}" } })
  const { client, sent } = scriptedGateway([], { assumptions })
  expect(await errorOf(client.getCustomer("cus_1"))).toMatchObject({ code: "INVALID_REQUEST" })
  expect(sent).toHaveLength(0)
})

test("the memo of a quote goes out under its assumed name", async () => {
  const assumptions = parseAssumptions({
    fields: { withdrawalQuote: { memo: "destinationTag", fee: "feeAmount" } },
  })
  const { client, sent } = scriptedGateway([json(201, { id: "quo_1", feeAmount: "0.1" })], { assumptions })
  const request = { ...rail, amount: "5", destinationAddress: "G", memo: "18446744073709551615" }
  expect(await client.quoteWithdrawal(request, call)).toMatchObject({ id: "quo_1", fee: "0.1" })
  const { memo, ...rest } = request
  expect(JSON.parse(String(sent[0]?.init.body))).toEqual({ ...rest, destinationTag: memo })
})

test("a deposit is read whichever name the service gives its identifier", async () => {
  const { depositId, ...rest } = endpointCases.listDeposits.answer
  const assumptions = parseAssumptions({ ids: { deposit: ["uuid"] } })
  const { client } = scriptedGateway([json(200, { data: [{ uuid: depositId, ...rest }] })], { assumptions })
  for await (const deposit of rowsOf(client.listDeposits())) expect(deposit.depositId).toBe(depositId)
})
