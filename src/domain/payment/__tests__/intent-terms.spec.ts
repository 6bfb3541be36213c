import type { Intent } from "../../../gateway/contract"
import { type AskedIntent, findIntentProblem } from "../rails"
import { isSameAddress } from "../payment-page"

const ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7"
const TREASURY = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ"
const rail = { chain: "evm", networkId: "base-mainnet", token: "USDC" }
const asked: AskedIntent = { ...rail, externalOrderId: "payses_1", expectedAmount: "12.5", address: ADDRESS }
const intent: Intent = {
  ...rail,
  id: "int_1",
  externalOrderId: "payses_1",
  expectedAmount: "12.50",
  depositAddress: ADDRESS,
}
const stellar = { chain: "stellar", networkId: "stellar-mainnet" }
const memo = { type: "id", value: "42" }

test.each<[string, Partial<Intent>]>([
  ["as asked", {}],
  ["without an address of its own", { depositAddress: undefined }],
  ["with the address in other letters", { depositAddress: ADDRESS.toLowerCase() }],
])("an intent %s may be shown", (_, change) => {
  expect(findIntentProblem({ ...intent, ...change }, asked)).toBeNull()
})

test.each<[string, Partial<Intent>]>([
  ["rail", { networkId: "eth-mainnet" }],
  ["rail", { chain: "sol" }],
  ["rail", { token: "USDT" }],
  ["order", { externalOrderId: "payses_2" }],
  ["amount", { expectedAmount: "12.500001" }],
  ["address", { depositAddress: "0xde709f2102306220921060314715629080e2fb77" }],
])("an intent for another %s may not", (word, change) => {
  expect(findIntentProblem({ ...intent, ...change }, asked)).toBe(`other_${word}`)
})

test.each<[string | null, Partial<Intent>]>([
  [null, {}],
  ["no_address", { depositAddress: undefined }],
  ["no_memo", { memo: undefined }],
  ["unpayable", { depositAddress: ADDRESS }],
  ["unpayable", { depositAddress: TREASURY.replace("GA7", "GA8") }],
])("on Stellar the treasury and a memo are both needed: %s", (problem, change) => {
  const found = findIntentProblem(
    { ...intent, ...stellar, depositAddress: TREASURY, memo, ...change },
    { ...asked, ...stellar, address: null }
  )
  expect(found).toBe(problem)
})

test("the case of a letter is a checksum on EVM and part of the address elsewhere", () => {
  expect(isSameAddress("evm", "0xAB", "0xab")).toBe(true)
  expect(isSameAddress("sol", "AB", "ab")).toBe(false)
})
