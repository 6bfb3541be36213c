import { optionsWith } from "../../options/__tests__/valid-options"
import type { OnchainOptionsInput } from "../../options/options"
import type { Outcome } from "../../work/shared-status"
import { watchRates } from "../activity-log"
import { listUncoveredCurrencies } from "../facts"
import { SETUP_CHECKS } from "../setup-checks"

const nowMs = 1_700_000_000_000
const ago = (minutes: number) => new Date(nowMs - minutes * 60_000)
const status = (minutes: number, count: number, detail = "") => ({ at: ago(minutes), count, detail })

const judge = (rateSources: Outcome<`rate:${string}`>[]) => SETUP_CHECKS.rate_sources({ rateSources, nowMs })

describe("the health of sources", () => {
  test("a source that answers is healthy, even after a past failure", () => {
    const failed = status(30, 0, "HTTP 503")
    const states = [
      { name: "rate:kraken" as const, answered: status(2, 1) },
      { name: "rate:coinbase" as const, answered: status(1, 1), failed },
    ]
    expect(judge(states)).toMatchObject({
      status: "ok",
      message:
        "kraken: last success 2 minutes ago; coinbase: last success 1 minutes ago, last failure 30 minutes ago: HTTP 503.",
    })
  })

  test("a failing source is a warning with its error, next to the others", () => {
    const states = [
      { name: "rate:kraken" as const, answered: status(2, 1) },
      { name: "rate:coingecko" as const, answered: status(90, 1), failed: status(1, 4, "HTTP 401") },
      { name: "rate:treasury" as const },
    ]
    const check = judge(states)
    expect(check).toMatchObject({ status: "warning" })
    expect(check?.message).toContain(
      "coingecko: last success 90 minutes ago, last failure 1 minutes ago: HTTP 401 (4 times since)"
    )
    expect(check?.message).toContain("treasury: no success yet")
  })
})

describe("reports of calls", () => {
  function setUp() {
    let clockMs = nowMs
    const noted: string[] = []
    const logged: string[] = []
    const report = watchRates(
      { note: (name, detail) => void noted.push(`${name} ${detail}`.trim()) },
      { warn: (line: string) => void logged.push(line) },
      () => clockMs
    )
    return { report, noted, logged, wait: (ms: number) => (clockMs += ms) }
  }

  test("a success is written once a minute, and immediately after a failure", () => {
    const { report, noted, wait } = setUp()
    report("kraken", null)
    report("kraken", null)
    report("coinbase", null)
    expect(noted).toEqual(["answered:rate:kraken", "answered:rate:coinbase"])
    wait(60_000)
    report("kraken", null)
    report("kraken", new Error("HTTP 503"))
    report("kraken", null)
    expect(noted.slice(2)).toEqual([
      ...["answered:rate:kraken", "failed:rate:kraken HTTP 503", "answered:rate:kraken"],
    ])
  })

  test("failures of a source are logged once a minute with the error", () => {
    const { report, noted, logged, wait } = setUp()
    for (let n = 0; n < 5; n++) report("kraken", new Error("HTTP 503"))
    report("coinbase", new Error("HTTP 429"))
    expect(noted).toHaveLength(6)
    expect(logged).toEqual([
      'onchain: the rate source "kraken" failed: HTTP 503. Rails without another price are hidden',
      'onchain: the rate source "coinbase" failed: HTTP 429. Rails without another price are hidden',
    ])
    wait(60_000)
    report("kraken", new Error("HTTP 503"))
    expect(logged).toHaveLength(3)
  })
})

type Sources = NonNullable<OnchainOptionsInput["rates"]>["sources"]
const rate = () => Promise.resolve(null)

test.each<[string, Sources, string[]]>([
  ["by default", undefined, ["eur", "jpy", "nok"]],
  ["with a table in euros", [{ kind: "fixed", prices: { EUR: { USDC: "0.92" } } }], ["usd", "jpy", "nok"]],
  ["with an empty table", [{ kind: "fixed", prices: { eur: {} } }], ["usd", "eur", "jpy", "nok"]],
  ["with Kraken", [{ kind: "kraken" }], ["nok"]],
  ["with CoinGecko", [{ kind: "coingecko" }], []],
  ["with CoinGecko for euros", [{ kind: "coingecko", currencies: ["EUR"] }], ["usd", "jpy", "nok"]],
  ["with a custom function", [{ kind: "custom", rate }], []],
])("%s no source covers: %j", (_, sources, expected) => {
  const options = optionsWith(sources ? { rates: { sources } } : {})
  expect(listUncoveredCurrencies(options, ["USD", "eur", "jpy", "NOK", "eur"])).toEqual(expected)
})
