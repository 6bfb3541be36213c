import { problemsWith } from "./valid-options"

const EVM = "0x52908400098527886E0F7030069857D2E4169EE7"
const EVM_ONE_CASE = "0xde709f2102306220921060314715629080e2fb77"
const SOLANA = "So11111111111111111111111111111111111111112"
const STELLAR = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ"
const MUXED = "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ"

type Recipient = [destinationAddress: string, shareBps: number]
const railOf = (chain: string, ...recipients: Recipient[]) => ({
  chain,
  payoutRecipients: recipients.map(([destinationAddress, shareBps]) => ({
    ...{ label: "Maker", destinationAddress, shareBps },
  })),
})
const problemsOfRail = (rail: object, key: object = { payoutApiKey: "key_payout" }) =>
  problemsWith({ ...key, rails: [rail] })

test.each([
  ["evm", EVM],
  ["evm", EVM_ONE_CASE],
  ["sol", SOLANA],
  ["stellar", STELLAR],
  ["move", "0xanything-a-chain-we-do-not-know-has"],
])("an address of %s can be a destination", (chain, address) => {
  expect(problemsOfRail(railOf(chain, [address, 10_000]))).toEqual([])
})

test.each([
  ["evm", SOLANA],
  ["evm", "0x1234"],
  ["sol", EVM],
  ["sol", STELLAR],
  ["stellar", EVM],
  ["stellar", "not an address"],
])("on %s the destination %s is refused, and not repeated", (chain, address) => {
  expect(problemsOfRail(railOf(chain, [address, 10_000]))).toEqual([
    `rails.0.payoutRecipients.0.destinationAddress: found a text, expected an address of ${chain}`,
  ])
})

const half = (shareBps: number): Recipient => [EVM, shareBps]
const SHARE = "rails.0.payoutRecipients.0.shareBps"

test.each<[chain: string, recipients: Recipient[], problem: string]>([
  ["evm", [[EVM.replace("E7", "e7"), 10_000]], "a character of this one is wrong"],
  ["stellar", [[STELLAR.replace("GA7", "GA6"), 10_000]], "a character of this one is wrong"],
  ["stellar", [[MUXED, 10_000]], "expected an account of stellar (G...)"],
  ["evm", [], "expected at least one recipient"],
  ["evm", [[EVM, 9_999]], "not 9999"],
  ["evm", [half(9_000), half(1_001)], "not 10001"],
  ["evm", [half(0), half(10_000)], SHARE],
  ["evm", [half(0.5), half(10_000)], SHARE],
  ["evm", [half(-1), half(10_000)], SHARE],
  ["evm", [half(10_001), half(10_000)], SHARE],
])("on %s %j is refused: %s", (chain, recipients, problem) => {
  expect(problemsOfRail(railOf(chain, ...recipients)).join()).toContain(problem)
})

test("a route and recipients exclude each other; recipients need the payout key, a route does not", () => {
  const route = { chain: "evm", payoutRouteId: "route_1" }
  const recipients = railOf("evm", [EVM, 10_000])
  expect(problemsOfRail({ ...recipients, ...route })).toEqual([
    "rails.0.payoutRecipients: found a list, expected either payoutRouteId or payoutRecipients, not both",
  ])
  const words = "payoutApiKey: found nothing, expected the payout key because rails have payoutRecipients"
  expect(problemsOfRail(recipients, {})).toEqual([words])
  expect(problemsOfRail(route, {})).toEqual([])
})
