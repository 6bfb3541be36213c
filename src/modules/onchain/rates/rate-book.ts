import { z } from "zod"
import { chooseRate, type Rate, type RateAnswer, type RateProblem } from "../../../domain/payment/attempt"
import { railId } from "../../../domain/payment/rails"
import type { OnchainOptions } from "../options/options"
import { inTime } from "../work/claim"
import { AnswerCache, coinbase, coingecko, type Fetch, fetchRates, kraken } from "./price-sources"
import { ownValue } from "./known-assets"
import { RateSourceError } from "./rate-source"
import type {
  HttpSourceOption,
  PriceLookup,
  RateProvider,
  RateQuestion,
  RateSourceOption,
  RawPrice,
} from "./rate-source"

const functionAnswerSchema = z.object({ price: z.string(), asOf: z.date() }).nullable()

/** Outcome of a source's call. `error` is null on success. */
export type RateReport = (source: string, error: unknown) => void

/**
 * Current token prices from the sources in the option `rates`.
 *
 * All sources are queried concurrently, each with its timeout. A failed source affects only its own prices.
 */
export class RateBook {
  private readonly answers: AnswerCache<PriceLookup>

  /** @param context.clock epoch milliseconds */
  constructor(
    private readonly context: {
      options: Pick<OnchainOptions, "rates" | "environment">
      clock: () => number
      report: RateReport
      fetch?: Fetch
    }
  ) {
    this.answers = new AnswerCache(context.clock)
  }

  /** Never throws. @param asked.currencyCode in any case @returns the price, or why there is none */
  async find(asked: RateQuestion): Promise<Rate | RateProblem> {
    const question = { ...asked, currencyCode: asked.currencyCode.toLowerCase() }
    const { sources, maxAgeMs, maxDisagreementBps } = this.context.options.rates
    const asking = sources
      .filter(({ currencies }) => currencies?.includes(question.currencyCode) ?? true)
      .map((source) => this.ask(source, question))
    const answers = await Promise.all(asking)
    return chooseRate(answers, { nowMs: this.context.clock(), maxAgeMs, maxDisagreementBps })
  }

  private async ask(option: RateSourceOption, question: RateQuestion): Promise<RateAnswer> {
    const source = nameOf(option)
    try {
      const found = await this.priceOf(option, question)
      return found ? { kind: "price", source, ...found } : { kind: "unknown", source }
    } catch {
      // Already reported by the call.
      return { kind: "failed", source }
    }
  }

  private async priceOf(option: RateSourceOption, question: RateQuestion): Promise<RawPrice | null> {
    switch (option.kind) {
      case "fixed":
        return fixedPrice(option.prices, question, this.context.clock())
      case "custom": {
        const { canonicalAssetId, contractAddress, tokenMint } = question.token
        const asset = [railId(question.token), canonicalAssetId, contractAddress, tokenMint]
        const key = JSON.stringify([nameOf(option), question.currencyCode, ...asset])
        return this.lookUp(option, key, "", question, () => askFunction(option, question))
      }
      default:
        return this.askProvider(option, question)
    }
  }

  private async askProvider(option: HttpSourceOption, question: RateQuestion): Promise<RawPrice | null> {
    const provider = providerOf(option, this.context.options.environment)
    const id = provider.idOf(question)
    if (id === undefined) return null
    const { url, headers } = provider.requestOf(id, question.currencyCode)
    return this.lookUp(option, `${nameOf(option)} ${url}`, id, question, async () => {
      const request = { url, headers, timeoutMs: option.timeoutMs }
      return readAnswer(provider, await fetchRates(request, this.context.fetch))
    })
  }

  private async lookUp(
    option: Exclude<RateSourceOption, { kind: "fixed" }>,
    key: string,
    id: string,
    { currencyCode }: RateQuestion,
    load: () => Promise<PriceLookup>
  ): Promise<RawPrice | null> {
    const { report, options } = this.context
    const { maxAgeMs } = options.rates
    // A longer cache would keep an answer that is too old to be used.
    const times = { cacheMs: Math.min(option.cacheMs, maxAgeMs), maxAgeMs }
    const { value, requestedAtMs } = await this.answers.get(key, times, async () => {
      try {
        const lookup = await load()
        report(nameOf(option), null)
        return lookup
      } catch (error) {
        report(nameOf(option), error)
        throw error
      }
    })
    return value(id, currencyCode, requestedAtMs)
  }
}

/** The source's name in rows, logs and on the health page. */
export function nameOf({ name, kind }: Pick<RateSourceOption, "name" | "kind">): string {
  return name ?? kind
}

function providerOf(option: HttpSourceOption, environment: "live" | "sandbox"): RateProvider {
  switch (option.kind) {
    case "coingecko":
      return coingecko(option, environment)
    case "coinbase":
      return coinbase(option, environment)
    case "kraken":
      return kraken(option, environment)
  }
}

/** @throws RateSourceError */
function readAnswer(provider: RateProvider, body: unknown): PriceLookup {
  try {
    return provider.read(body)
  } catch (error) {
    if (error instanceof RateSourceError) throw error
    throw new RateSourceError("the answer does not have the documented form")
  }
}

/** Fixed prices are always current. The most specific name of the token wins. */
function fixedPrice(
  prices: Readonly<Record<string, Readonly<Record<string, string>>>>,
  { token, currencyCode }: RateQuestion,
  nowMs: number
): RawPrice | null {
  const table = ownValue(prices, currencyCode) ?? {}
  const price =
    ownValue(table, token.canonicalAssetId) ?? ownValue(table, railId(token)) ?? ownValue(table, token.token)
  return price === undefined ? null : { price, asOfMs: nowMs }
}

/** @throws what the merchant's function throws, or RateSourceError */
async function askFunction(
  { rate, timeoutMs }: Extract<RateSourceOption, { kind: "custom" }>,
  { token, currencyCode }: RateQuestion
): Promise<PriceLookup> {
  const { chain, networkId, canonicalAssetId = null, contractAddress, tokenMint } = token
  const asked = rate({
    ...{ currencyCode, chain, networkId, token: token.token, canonicalAssetId },
    contractAddress: contractAddress ?? tokenMint ?? null,
  })
  const found = await inTime(asked, timeoutMs)
  if (found === undefined) throw new RateSourceError(`no answer within ${timeoutMs} ms`)
  const answer = functionAnswerSchema.safeParse(found)
  if (!answer.success) throw new RateSourceError("expected { price, asOf } with a text and a Date, or null")
  return () => answer.data && { price: answer.data.price, asOfMs: answer.data.asOf.getTime() }
}
