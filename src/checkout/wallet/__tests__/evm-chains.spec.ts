import { getAddress } from "ethers/address"
import { EVM_CHAINS } from "../evm-chains"

const tokens = Object.entries(EVM_CHAINS).flatMap(([network, chain]) =>
  Object.entries(chain.tokens).map(([symbol, token]) => [network, symbol, token] as const)
)

test.each(tokens)("the contract on %s of %s has its EIP-55 checksum", (_network, _symbol, token) => {
  expect(getAddress(token.contract.toLowerCase())).toBe(token.contract)
})

test("networks have distinct chain ids, and tokens of a network distinct contracts", () => {
  const ids = Object.values(EVM_CHAINS).map(({ chainId }) => chainId)
  const contracts = tokens.map(([network, , { contract }]) => `${network}/${contract.toLowerCase()}`)
  expect(new Set(ids).size).toBe(ids.length)
  expect(new Set(contracts).size).toBe(contracts.length)
})
