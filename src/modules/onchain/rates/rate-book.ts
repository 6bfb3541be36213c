import { z } from "zod"
import { chooseRate, type Rate, type RateAnswer, type RateProblem } from "../../../domain/payment/attempt"
import { railId } from "../../../domain/payment/rails"
import type { OnchainOptions } from "../options/options"
import { inTime } from "../work/claim"
import { findAssetId, ownValue, type RateQuestion } from "./known-assets"
import {
  AnswerCache,
  fetchRates,
  type PriceLookup,
  PROVIDERS,
  RateSourceError,
  type RawPrice,
} from "./price-sources"

export type RateSourceOption = OnchainOptions["rates"]["sources"][number]

const functionAnswerSchema = z.object({ price: z.string(), asOf: z.date() }).nullable()

/** Outcome of a source's call. `error` is null on success. */
export type RateReport = (source: string, error: unknown) => void

/** All sources are queried concurrently, each with its timeout. A failed source affects only its own prices. */
export class RateBook {
  private readonly answers: AnswerCache<PriceLookup>

  constructor(
    private readonly context: {
      options: Pick<OnchainOptions, "rates" | "environment">
      clock: () => number
      report: RateReport
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
    if (option.kind === "fixed") return fixedPrice(option.prices, question, this.context.clock())
    if (option.kind !== "custom") return this.askProvider(option, question)
    const { canonicalAssetId, contractAddress, tokenMint } = question.token
    const asset = [railId(question.token), canonicalAssetId, contractAddress, tokenMint]
    const key = JSON.stringify([nameOf(option), question.currencyCode, ...asset])
    return this.lookUp(option, key, "", question, () => askFunction(option, question))
  }

  private async askProvider(
    option: Extract<RateSourceOption, { kind: keyof typeof PROVIDERS }>,
    question: RateQuestion
  ): Promise<RawPrice | null> {
    const provider = PROVIDERS[option.kind]
    const id = findAssetId(question, option.assets, provider.ids, this.context.options.environment)
    if (id === undefined) return null
    const { url, headers } = provider.requestOf(option, id, question.currencyCode)
    return this.lookUp(option, `${nameOf(option)} ${url}`, id, question, async () => {
      const body = await fetchRates(url, headers, option.timeoutMs)
      try {
        return provider.read(body)
      } catch (error) {
        if (error instanceof RateSourceError) throw error
        throw new RateSourceError("the answer does not have the documented form")
      }
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
