import { ConfigurationError, parseOptions } from "../options"
import { validInput } from "./valid-options"

const EVM = "0x52908400098527886E0F7030069857D2E4169EE7"
const EVM_ONE_CASE = "0xde709f2102306220921060314715629080e2fb77"
const SOLANA = "So11111111111111111111111111111111111111112"
const STELLAR = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ"
const MUXED = "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ"

const recipient = (destinationAddress: string, shareBps: number) => ({
  label: "Maker",
  destinationAddress,
  shareBps,
})
const railOf = (chain: string, ...recipients: object[]) => ({ chain, payoutRecipients: recipients })

function problemsWith(rail: object, change: object = { payoutApiKey: "key_payout" }): readonly string[] {
  try {
    parseOptions({ ...validInput, ...change, rails: [rail] })
    return []
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems
    throw error
  }
}

test.each([
  ["evm", EVM],
  ["evm", EVM_ONE_CASE],
  ["sol", SOLANA],
  ["stellar", STELLAR],
  ["move", "0xanything-a-chain-we-do-not-know-has"],
])("an address of %s can be a destination", (chain, address) => {
  expect(problemsWith(railOf(chain, recipient(address, 10_000)))).toEqual([])
})

test.each([
  ["evm", SOLANA],
  ["evm", "0x1234"],
  ["sol", EVM],
  ["sol", STELLAR],
  ["stellar", EVM],
  ["stellar", "not an address"],
])("on %s the destination %s is refused, and not repeated", (chain, address) => {
  const problems = problemsWith(railOf(chain, recipient(address, 10_000)))
  expect(problems).toEqual([
    `rails.0.payoutRecipients.0.destinationAddress: found a text, expected an address of ${chain}`,
  ])
})

test("a mistyped character is reported as such", () => {
  for (const [chain, address] of [
    ["evm", EVM.replace("E7", "e7")],
    ["stellar", STELLAR.replace("GA7", "GA6")],
  ] as const)
    expect(problemsWith(railOf(chain, recipient(address, 10_000))).join()).toContain(
      "a character of this one is wrong"
    )
})

test("a muxed account of Stellar is refused: the service takes accounts", () => {
  expect(problemsWith(railOf("stellar", recipient(MUXED, 10_000))).join()).toContain(
    "expected an account of stellar (G...)"
  )
})

test.each([
  ["less than all", [recipient(EVM, 9_999)], "not 9999"],
  ["more than all", [recipient(EVM, 9_000), recipient(EVM_ONE_CASE, 1_001)], "not 10001"],
])("shares of %s are refused", (_, recipients, words) => {
  expect(problemsWith(railOf("evm", ...recipients)).join()).toContain(words)
})

test.each([
  ["none at all", 0],
  ["a part of a basis point", 0.5],
  ["a negative one", -1],
  ["more than everything", 10_001],
])("a share of %s is refused", (_, shareBps) => {
  expect(
    problemsWith(railOf("evm", recipient(EVM, shareBps), recipient(EVM_ONE_CASE, 10_000))).join()
  ).toContain("rails.0.payoutRecipients.0.shareBps")
})

test("a route and recipients exclude each other, and an empty list is neither", () => {
  const both = { ...railOf("evm", recipient(EVM, 10_000)), payoutRouteId: "route_1" }
  expect(problemsWith(both)).toEqual([
    "rails.0.payoutRecipients: found a list, expected either payoutRouteId or payoutRecipients, not both",
  ])
  expect(problemsWith(railOf("evm")).join()).toContain("expected at least one recipient")
})

test("a payout needs the payout key", () => {
  const words = "payoutApiKey: found nothing, expected the payout key because rails have a payout"
  expect(problemsWith({ chain: "evm", payoutRouteId: "route_1" }, {})).toEqual([words])
  expect(problemsWith(railOf("evm", recipient(EVM, 10_000)), {})).toEqual([words])
  expect(problemsWith({ chain: "evm", payoutRouteId: "route_1" })).toEqual([])
})
