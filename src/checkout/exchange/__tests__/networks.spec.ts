import { erc20, sol, stellarToken } from "../../uri/__tests__/sample-payment"
import { EVM_CHAINS } from "../../wallet/evm-chains"
import { exchangeNetwork } from "../networks"

test.each([
  [erc20(), "Base"],
  [erc20({ network_id: "bnb-mainnet" }), "BNB Smart Chain (BEP20)"],
  [sol(), "Solana"],
  [stellarToken(), "Stellar Network (XLM)"],
])("%#: exchanges call the network %s", (payment, name) => {
  expect(exchangeNetwork(payment)).toBe(name)
})

test("every chain that wallets can pay on has a name, and no test network has one", () => {
  for (const [network_id, { isTest }] of Object.entries(EVM_CHAINS)) {
    expect([network_id, exchangeNetwork(erc20({ network_id })) === null]).toEqual([network_id, isTest])
  }
})

test.each(["nova-mainnet", "constructor", "", null])("the network %s is unknown", (network_id) => {
  expect(exchangeNetwork(erc20({ network_id }))).toBeNull()
})
