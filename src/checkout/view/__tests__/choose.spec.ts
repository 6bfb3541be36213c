import fc from "fast-check"
import { renderCheckout } from "../checkout"
import { roundedUp } from "../choose"
import { networkCost } from "../status-words"
import { sampleScreen } from "./sample-checkout"
import { OPTIONS, STATES } from "./sample-states"

const { markup } = renderCheckout(sampleScreen(STATES.choose, { options: OPTIONS }))

test("tokens come first, and each shows its networks: one group of radio buttons, of which the first is selected", () => {
  const tokens = [...markup.matchAll(/part="token" for="rail-([^"]*)"[^>]*>(\w+)</g)]
  expect(tokens.map(([, rail, token]) => [token, rail])).toEqual([
    ["USDC", "evm:base-mainnet:USDC"],
    ["USDT", "evm:eth-mainnet:USDT"],
    ["ETH", "evm:eth-mainnet:ETH"],
  ])
  const radios = [
    ...markup.matchAll(/<input id="rail-([^"]*)" type="radio" name="rail" value="\1" required (checked)?/g),
  ]
  expect(radios.map(([, rail, checked]) => [rail, checked === "checked"])).toEqual(
    OPTIONS.payment_options.map(({ id }, index) => [id, index === 0])
  )
})

test("each network has its fee and speed in words, unless we do not know them", () => {
  expect(markup).toMatch(/Solana<\/strong>[^]*?<small>Low fee, seconds<\/small>/)
  expect(markup).toMatch(/Ethereum<\/strong>[^]*?<small>Higher fee, minutes<\/small>/)
  expect([networkCost("nova-mainnet"), networkCost("constructor")]).toEqual([null, null])
})

test.each([
  ["17", "17"],
  ["17.50", "17.5"],
  ["0.005243123456789012", "0.0052431235"],
  ["1.000000000000000001", "1.0000001"],
  ["0.999999999", "1"],
  ["1234567890.12", "1234567900"],
  ["0.000000000000000001", "0.000000000000000001"],
])("the list shows %s as %s", (amount, expected) => {
  expect(roundedUp(amount)).toBe(expected)
})

test("the list never shows less than the amount, nor more than a unit of its last digit above it", () => {
  const units = (text: string) => {
    const [whole = "", fraction = ""] = text.split(".")
    return BigInt(whole + fraction.padEnd(18, "0"))
  }
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 30n }), (amount) => {
      const digits = amount.toString().padStart(19, "0")
      const text = `${digits.slice(0, -18)}.${digits.slice(-18)}`
      const above = units(roundedUp(text)) - units(text)
      expect(above >= 0n && above * 10_000_000n <= amount).toBe(true)
    })
  )
})

test.each([
  ["received money", { has_seen_payment: true }, true],
  ["a transaction of its payer", { claimed_tx_hash: "0x1" }, true],
  ["a signature that may pay it", { is_signed: true }, true],
  ["nothing of the kind", {}, false],
])("another choice for a payment with %s warns of paying twice", (_, payment, isWarned) => {
  const screen = sampleScreen({ ...STATES.choose, ...payment }, { options: OPTIONS })
  expect(renderCheckout(screen).markup.includes(`name="is_warned"`)).toBe(isWarned)
})
