import type { Deposit } from "../../../../gateway/contract"
import { depositToFacts } from "../deposit-mirror"

const deposit: Deposit = {
  depositId: "dep_1",
  chain: "evm",
  networkId: "base-mainnet",
  asset: {},
  amount: { raw: "1500000" },
}

test.each([
  ["from base units and decimals", { raw: "1500000", decimals: 6 }, "1.5"],
  ["from base units, whatever is displayed", { raw: "1500000", display: "99", decimals: 6 }, "1.5"],
  ["as displayed, when the decimals are not reported", { raw: "1500000", display: "1.50" }, "1.50"],
  ["not at all, when neither is reported", { raw: "1500000" }, null],
  ["of an amount beyond what a number can count", { raw: "9".repeat(40), decimals: 0 }, "9".repeat(40)],
])("an amount is read %s", (_, amount, expected) => {
  expect(depositToFacts({ ...deposit, amount }, null).amount).toBe(expected)
})

test("what is not reported is null, and nothing is made up", () => {
  const { id, chain, network_id, amount_raw, ...rest } = depositToFacts(deposit, null)
  expect({ id, chain, network_id, amount_raw }).toEqual({
    id: "dep_1",
    chain: "evm",
    network_id: "base-mainnet",
    amount_raw: "1500000",
  })
  expect(new Set(Object.values(rest))).toEqual(new Set([null]))
})
