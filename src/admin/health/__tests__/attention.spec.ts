import type { OnchainAttention } from "../../../types/http"
import { PAGES } from "../../ui/paths"
import { bySeverity, countOfPage } from "../attention"
import { currenciesOf, inCurrency, sumDecimals, worthOf } from "../received-part"

const counts: OnchainAttention["counts"] = {
  ...{ deposit: 2, unmatched: 3, transaction: 0, recovery: 1, part_paid: 4, approval: 5 },
  ...{ destination_approval: 6, refund_address: 7, refund_due: 8, gas_blocked: 9, contradicted: 0 },
  ...{ withdrawal_unknown: 10, withdrawal_failed: 0, dead_webhook: 11, application_approval: 0 },
  ...{ leg_blocked: 13, leg_failed: 12 },
}

describe("what needs attention", () => {
  it.each([
    [PAGES.deposits, 2],
    [PAGES.unmatched, 7],
    [PAGES.refunds, 15],
    [PAGES.withdrawals, 24],
    [PAGES.addresses, 6],
    [PAGES.splits, 25],
    [PAGES.webhooks, 11],
    [PAGES.reports, 0],
  ])("%s counts %i", (page, count) => {
    expect(countOfPage(counts, page)).toBe(count)
  })
})

describe("what needs attention, by severity", () => {
  it("has the most severe first, each in its own order, and no empty group", () => {
    const items = (["info", "error", "info"] as const).map((severity, id) => ({ severity, id }))
    expect(bySeverity(items)).toEqual([
      ["error", [items[1]]],
      ["info", [items[0], items[2]]],
    ])
  })
})

const line = (token: string, count: number, amount: string, currency_code: string) => ({
  ...{ chain: "evm", network_id: "base", network_name: "Base", canonical_asset_id: null },
  ...{ token, count, amount, fiat: [{ currency_code, amount, count, token_amount: amount }] },
})

describe("received money", () => {
  const total = [line("EURC", 1, "0.1", "eur"), line("USDC", 3, "9007199254740993.01", "usd")]

  it("is added exactly", () => {
    expect(sumDecimals(["9007199254740993", "0.25", "1.5"])).toBe("9007199254740994.75")
    expect(sumDecimals([])).toBe("0")
    expect(worthOf(inCurrency(total, "usd"))).toBe("9007199254740993.01")
  })

  it("in one currency has the tokens and payments of that currency only", () => {
    const [usd] = line("USDC", 1, "17", "usd").fiat
    const [eur] = line("USDC", 2, "9", "eur").fiat
    const mixed = { ...line("USDC", 3, "26", "usd"), fiat: [eur!, usd!] }
    expect(inCurrency([mixed], "usd")).toMatchObject([{ token: "USDC", count: 1, amount: "17", worth: "17" }])
    expect(inCurrency([mixed], "gbp")).toEqual([])
    expect(currenciesOf({ total: [mixed, line("ETH", 2, "1", "usd")] })).toEqual(["usd", "eur"])
  })
})
