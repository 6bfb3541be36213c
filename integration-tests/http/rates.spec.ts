import { logger } from "@medusajs/framework/logger"
import { createCartWorkflow, createRegionsWorkflow } from "@medusajs/medusa/core-flows"
import { multiplyDivide, parseAmount } from "../../src/gateway/amount"
import { ratesOption } from "../../src/modules/onchain/options/option-groups"
import type { OnchainPaymentOptionsResponse } from "../../src/types/http"
import { PriceProviders } from "./support/price-providers"
import { underOptions } from "./support/refunds"
import { storeSuite } from "./support/store-suite"

const PRICES = {
  ETH: { usd: "2669.01", eur: "2431.55", jpy: "401123.5" },
  SOL: { usd: "151.3", eur: "137.84", jpy: "22741.1" },
  XLM: { usd: "0.2481", eur: "0.22603", jpy: "37.29" },
  USDC: { usd: "0.9998", eur: "0.910876", jpy: "150.27" },
  USDT: { usd: "1.0001", eur: "0.911", jpy: "150.31" },
}
type Currency = keyof (typeof PRICES)["ETH"]
/** With and without minor units: JPY has none. */
const TOTALS = { usd: 17, eur: 49.9, jpy: 1083 } as const
const UP = { is: "up" } as const
const providers = new PriceProviders(PRICES)
const warn = jest.spyOn(logger, "warn")

beforeAll(() => providers.start())
afterAll(async () => {
  await providers.stop()
  warn.mockRestore()
})

/** The store starts with prices in euros and a region in dollars. */
const EUROS_ONLY = { sources: [{ kind: "fixed", prices: { eur: { USDC: "0.91" } } }] }

storeSuite("a store that sells in EUR, USD and JPY", { plugin: { rates: EUROS_ONLY } }, (store) => {
  const regions: Partial<Record<Currency, string>> = {}
  let atStart: string[] = []

  beforeAll(async () => {
    atStart = warn.mock.calls.map(([line]) => String(line)).filter((line) => line.includes("can be priced"))
    const payment_providers = ["pp_onchain_default"]
    const { result } = await createRegionsWorkflow(store.container).run({
      input: {
        regions: [
          { name: "Europe", currency_code: "eur", countries: ["de"], payment_providers },
          { name: "Japan", currency_code: "jpy", countries: ["jp"], payment_providers },
        ],
      },
    })
    Object.assign(regions, { usd: store.seed.regionId, eur: result[0]?.id, jpy: result[1]?.id })
  })

  async function fillCart(currency: Currency): Promise<string> {
    const items = [{ title: "A poster", quantity: 1, unit_price: TOTALS[currency], requires_shipping: false }]
    const { result } = await createCartWorkflow(store.container).run({
      input: { region_id: regions[currency], sales_channel_id: store.seed.salesChannelId, items },
    })
    return result.id
  }

  const read = (cartId: string) =>
    store.shopper.get<OnchainPaymentOptionsResponse>(`/store/onchain/payment-options?cart_id=${cartId}`)
  const optionsIn = async (currency: Currency) => read(await fillCart(currency))
  const under = (rates: object, story: () => Promise<void>) =>
    underOptions(store, { rates: ratesOption.parse(rates) }, story)

  const railOf = (token: string) =>
    ({ USDC: "evm:base-mainnet:USDC", ETH: "evm:base-mainnet:ETH", SOL: "sol:sol-mainnet:SOL" })[token] ?? ""
  const offered = ({ payment_options }: OnchainPaymentOptionsResponse, token: string) => {
    const option = payment_options.find(({ id }) => id === railOf(token))
    if (!option) throw new Error(`${railOf(token)} is not offered`)
    return option
  }

  it("logs at startup what to add for a currency that no source covers", () => {
    expect(atStart).toEqual([
      expect.stringMatching(
        /^onchain: No rail can be priced in usd \(region United States\).*Add a source to rates\.sources/
      ),
    ])
  })

  it("offers the rails that the first source prices, in each currency", async () => {
    await under({ sources: providers.sources({ coingecko: UP, kraken: UP }) }, async () => {
      for (const currency of ["eur", "usd", "jpy"] as const) {
        const answer = await optionsIn(currency)
        for (const token of ["USDC", "ETH", "SOL"])
          expect(offered(answer, token)).toMatchObject({ currency_code: currency })
        // A symbol does not price a token on an unknown network, nor a bridged token.
        const hidden = answer.unavailable.map(({ id, reason }) => `${id} ${reason}`)
        expect(hidden).toEqual(
          expect.arrayContaining(["nova:nova-mainnet:USDC no_rate", "evm:bnb-mainnet:USDT no_rate"])
        )
      }
    })
  })

  it("stores price, source and time with the attempt, using the next source while the first is down", async () => {
    const sources = providers.sources({ coingecko: { is: "down" }, coinbase: UP, kraken: UP })
    await under({ sources, spreadBps: 100 }, async () => {
      const cartId = await fillCart("eur")
      const { sessionId } = await store.shopper.choose(cartId, railOf("USDC"))
      const row = await store
        .db("onchain_payment as payment")
        .join("onchain_attempt as attempt", "attempt.payment_id", "payment.id")
        .where("payment.session_id", sessionId)
        .first("attempt.rate", "attempt.rate_source", "attempt.rate_at", "attempt.expected_amount")
      expect(row).toMatchObject({ rate: "0.91087600", rate_source: "coinbase" })
      expect(Math.abs(Date.now() - row.rate_at.getTime())).toBeLessThan(60_000)
      const view = await store.shopper.payment(sessionId)
      expect(view).toMatchObject({
        rate: { price: "0.91087600", source: "coinbase", at: row.rate_at.toISOString() },
        explorer: { tx_url: null, address_url: `https://basescan.org/address/${view.deposit_address}` },
      })
      // 49.90 EUR and one percent, at the stored price.
      const expected = multiplyDivide("50.399", { by: "0.910876" }, 6, "up")
      expect(parseAmount(row.expected_amount, 6)).toBe(expected)
    })
  })
})
