import { Interface } from "ethers/abi"
import fc from "fast-check"
import type { OnchainPaymentView } from "../../../types/http"
import { amounts } from "../../uri/__tests__/amounts"
import { erc20, ether, EVM_PAYEE, sol } from "../../uri/__tests__/sample-payment"
import { walletPayment } from "../send-payment"

const TOKEN = new Interface(["function transfer(address to, uint256 amount) returns (bool)"])

test("ethers decodes payee and base units of a token's call, whatever its decimals", () => {
  const decimals = fc.integer({ min: 0, max: 36 })
  const contract_address = "0x1aBaEA1f7C830bD89Acc67eC4af516284b1bC33c"
  fc.assert(
    fc.property(amounts(decimals), ({ text, baseUnits, ...amount }) => {
      const view = erc20({ token: "EURC", contract_address, remaining_amount: text, ...amount })
      const payment = walletPayment(view)
      const call = TOKEN.parseTransaction({ data: payment?.data ?? "" })
      expect(call?.args.toArray()).toEqual([EVM_PAYEE, baseUnits])
      expect(payment).toMatchObject({
        chainId: "0x2105",
        to: contract_address.toLowerCase(),
        value: "0x0",
        baseUnits,
      })
    })
  )
})

test("the coin goes to the address, exact to the last unit", () => {
  fc.assert(
    fc.property(amounts(fc.constant(18)), ({ text, baseUnits }) => {
      const payment = walletPayment(ether({ remaining_amount: text }))
      expect(payment).toMatchObject({ to: EVM_PAYEE, data: null, chainId: "0x2105" })
      expect(BigInt(payment?.value ?? 0)).toBe(baseUnits)
      expect(payment?.value).toMatch(/^0x[1-9a-f]/)
    })
  )
})

test("contract and decimals come from the map when the catalog has none", () => {
  const payment = walletPayment(erc20({ contract_address: null, decimals: null }))
  expect(payment).toMatchObject({
    to: "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
    baseUnits: 17_000_000n,
  })
})

test("a test network uses the catalog's contract", () => {
  const contract_address = "0x1aBaEA1f7C830bD89Acc67eC4af516284b1bC33c"
  const view = erc20({ network_id: "base-sepolia", environment: "sandbox", contract_address })
  expect(walletPayment(view)).toMatchObject({ chainId: "0x14a34", to: contract_address.toLowerCase() })
})

test.each<[string, OnchainPaymentView]>([
  ["on Solana", sol()],
  ["on an unknown network", ether({ network_id: "nova-evm" })],
  ["where catalog and map name different contracts", erc20({ contract_address: EVM_PAYEE })],
  ["where the canonical id names another contract", erc20({ canonical_asset_id: `evm:USDC:${EVM_PAYEE}` })],
  ["where catalog and map name different decimals", erc20({ decimals: 18 })],
  ["for an unknown token without contract", erc20({ token: "EURC", contract_address: null })],
  ["for an unknown token without decimals", erc20({ token: "EURC", decimals: null })],
  ["without an address", ether({ deposit_address: null })],
  ["for an address of another kind", ether({ deposit_address: "GA7QYNF7" })],
  ["with real money for a sandbox", ether({ environment: "sandbox" })],
  ["with test money for a live shop", ether({ network_id: "base-sepolia" })],
  ["after the payment expired", ether({ status: "expired" })],
  ["once it confirms", ether({ status: "confirming" })],
  ["for nothing", ether({ remaining_amount: "0" })],
])("a wallet cannot pay %s", (_, view) => {
  expect(walletPayment(view)).toBeNull()
})
