import { endpointCases } from "./endpoint-cases"
import { errorOf, json, scriptedGateway } from "./scripted-gateway"

const call = { idempotencyKey: "key-1" }
const base = { chain: "evm", networkId: "base-mainnet", token: "USDC" }
const stellar = { chain: "stellar", networkId: "stellar-mainnet", token: "USDC" }
const issued = { ...stellar, canonicalAssetId: "stellar:USDC:GISSUER" }

test("an answer about another resource is not accepted", async () => {
  const cases = [
    ["getCustomer", endpointCases.getCustomer.answer],
    ["getWithdrawal", endpointCases.getWithdrawal.answer],
    ["getInvoice", endpointCases.getInvoice.answer],
    ["getInvoiceProgress", endpointCases.getInvoiceProgress.answer],
  ] as const
  for (const [name, answer] of cases) {
    const { client } = scriptedGateway([json(200, { ...answer, id: "other" })])
    const error = await errorOf(endpointCases[name].call(client))
    expect(error).toMatchObject({ code: "UNEXPECTED_RESPONSE", endpoint: name, outcome: "not_applied" })
  }
})

const evmAddress = "0x52908400098527886E0F7030069857D2E4169EE7"
const solanaAddress = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"

test.each([
  ["of another chain", { address: evmAddress, chainFamily: "evm", networkId: "sol-mainnet" }],
  ["of another network", { address: solanaAddress, chainFamily: "sol", networkId: "sol-devnet" }],
  ["that only says it is Solana's", { address: evmAddress, chainFamily: "sol", networkId: "sol-mainnet" }],
])("an ensured address %s is never returned or shown", async (_, address) => {
  const { client, sent } = scriptedGateway([json(200, { created: true, address })])
  const error = await errorOf(client.ensureAddress("cus_1", { chain: "sol", networkId: "sol-mainnet" }, call))
  expect(error).toMatchObject({ code: "ADDRESS_MISMATCH", outcome: "unknown", isRetryable: false })
  expect(String(error)).not.toContain(address.address)
  expect(sent).toHaveLength(1)
})

test.each([
  ["another network", base, { ...base, networkId: "eth-mainnet" }],
  ["another chain", base, { ...base, chain: "sol" }],
  ["another token", base, { ...base, token: "USDT" }],
  ["another issuer", issued, { ...issued, canonicalAssetId: "stellar:USDC:GOTHER" }],
])("a created invoice for %s is refused, and never shown", async (_, asked, answered) => {
  const { client, sent } = scriptedGateway([
    json(201, { ...answered, id: "inv_1", status: "pending", amount: "1" }),
  ])
  const error = await errorOf(client.createInvoice({ ...asked, amount: "1" }, call))
  expect(error).toMatchObject({ code: "RAIL_MISMATCH", outcome: "unknown", isRetryable: false })
  expect(sent).toHaveLength(1)
})

test.each([
  ["without its canonical id", { ...stellar }],
  ["under another label", { ...issued, token: "USD Coin" }],
])("a Stellar invoice answered %s is the requested one", async (_, answered) => {
  const answer = { ...answered, id: "inv_1", status: "pending", amount: "1" }
  const { client } = scriptedGateway([json(201, answer)])
  expect(await client.createInvoice({ ...issued, amount: "1" }, call)).toMatchObject(answer)
})

test("a created intent for another rail or order is refused", async () => {
  const asked = { ...base, customerId: "cus_1", externalOrderId: "order_1", expectedAmount: "1" }
  const answers = [
    [{ networkId: "eth-mainnet" }, "RAIL_MISMATCH"],
    [{ token: "USDT" }, "RAIL_MISMATCH"],
    [{ externalOrderId: "order_2" }, "UNEXPECTED_RESPONSE"],
  ] as const
  for (const [change, code] of answers) {
    const { client } = scriptedGateway([json(201, { ...asked, id: "int_1", ...change })])
    expect(await errorOf(client.createIntent(asked, call))).toMatchObject({ code, outcome: "unknown" })
  }
})

test("what an action on a deposit answers is not documented, so nothing in it makes a done action fail", async () => {
  for (const answer of [{}, { id: "refund_1" }, { status: "ok", deposit: null }]) {
    const { client } = scriptedGateway([json(200, answer)])
    expect(await client.refundDeposit("dep_1", call)).toMatchObject(answer)
  }
})
