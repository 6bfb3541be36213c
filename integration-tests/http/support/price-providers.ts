import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/** Asset to currency to price, such as `{ ETH: { eur: "2431.55" } }`. */
export type Prices = Record<string, Record<string, string>>
type Kind = "coingecko" | "coinbase" | "kraken"
/** `percent` multiplies the prices; `ageMs` is that of CoinGecko's prices. */
export type Behaviour = { is: "up"; percent?: bigint; ageMs?: number } | { is: "down" } | { is: "silent" }

const GECKO_IDS: Record<string, string> = {
  ...{ ETH: "ethereum", SOL: "solana", XLM: "stellar", USDC: "usd-coin", USDT: "tether" },
}

/** The three public price providers over real HTTP, in their documented form, with prices set by the story. */
export class PriceProviders {
  private readonly behaviours = new Map<Kind, Behaviour>()
  private readonly server = createServer(({ url = "" }, response) => this.answer(url, response))
  private readonly calls = new Map<Kind, number>()
  private stories = 0

  constructor(private readonly prices: Prices) {}

  async start(): Promise<void> {
    await new Promise<void>((listening) => this.server.listen(0, "127.0.0.1", listening))
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((closed) => this.server.close(closed))
  }

  /** @returns sources for the option `rates.sources`. Each call uses fresh URLs, so no earlier answer is cached. */
  sources(behaviours: Partial<Record<Kind, Behaviour>>): object[] {
    this.stories++
    this.behaviours.clear()
    this.calls.clear()
    const { port } = this.server.address() as AddressInfo
    return (["coingecko", "coinbase", "kraken"] as const).flatMap((kind) => {
      const behaviour = behaviours[kind]
      if (!behaviour) return []
      this.behaviours.set(kind, behaviour)
      return [{ kind, baseUrl: `http://127.0.0.1:${port}/${this.stories}/${kind}`, timeoutMs: 500 }]
    })
  }

  /** Calls since {@link sources}. */
  callsOf(kind: Kind): number {
    return this.calls.get(kind) ?? 0
  }

  private answer(address: string, response: ServerResponse): void {
    const url = new URL(address, "http://localhost")
    const kind = (["coingecko", "coinbase", "kraken"] as const).find((name) => url.pathname.includes(name))
    const behaviour = kind && this.behaviours.get(kind)
    if (kind) this.calls.set(kind, this.callsOf(kind) + 1)
    if (behaviour?.is === "silent") return
    if (!kind || behaviour?.is !== "up") {
      response.writeHead(503).end("<html>down for maintenance</html>")
      return
    }
    const { percent = 100n, ageMs = 0 } = behaviour
    const priceOf = (asset: string, currency: string) => {
      const price = this.prices[asset]?.[currency]
      return price === undefined ? undefined : times(price, percent)
    }
    const body = BODIES[kind]({ url, priceOf, prices: this.prices, atMs: Date.now() - ageMs })
    response.writeHead(200, { "content-type": "application/json" }).end(body)
  }
}

type Question = {
  url: URL
  priceOf: (asset: string, currency: string) => string | undefined
  prices: Prices
  atMs: number
}

const BODIES: Record<Kind, (question: Question) => string> = {
  coingecko({ url, priceOf, prices, atMs }) {
    const currency = url.searchParams.get("vs_currencies") ?? ""
    const coins = Object.keys(prices).flatMap((asset) => {
      const price = priceOf(asset, currency)
      // A bare number, like CoinGecko.
      return price === undefined
        ? []
        : [`"${GECKO_IDS[asset]}": {"${currency}": ${price}, "last_updated_at": ${Math.floor(atMs / 1_000)}}`]
    })
    return `{${coins.join(", ")}}`
  },
  coinbase({ url, priceOf, prices }) {
    const asset = url.searchParams.get("currency") ?? ""
    const rates = Object.keys(prices[asset] ?? {}).map((code) => [code.toUpperCase(), priceOf(asset, code)])
    return JSON.stringify({ data: { currency: asset, rates: Object.fromEntries(rates) } })
  },
  kraken({ url, priceOf }) {
    const pair = url.searchParams.get("pair") ?? ""
    const [asset, currency] = [pair.slice(0, -3), pair.slice(-3).toLowerCase()]
    const price = priceOf(asset, currency)
    if (price === undefined) return JSON.stringify({ error: ["EQuery:Unknown asset pair"] })
    const ticker = { a: [times(price, 101n), "1", "1.000"], b: [price, "1", "1.000"], c: [price, "0.1"] }
    return JSON.stringify({ error: [], result: { [pair]: ticker } })
  },
}

/** Exact, with eight decimals. */
function times(price: string, percent: bigint): string {
  const [whole = "0", fraction = ""] = price.split(".")
  const units = (BigInt(whole + fraction.padEnd(8, "0")) * percent) / 100n
  const digits = units.toString().padStart(9, "0")
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`
}
