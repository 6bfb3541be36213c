import {
  hasIntentMinimum,
  leastIntentUsd,
  listUnknownRails,
  needsIntent,
  usesIntents,
} from "../../../domain/payment/rails"
import { compareAmounts } from "../../../gateway/amount"
import { isTestNetwork, looksLikeTestNetwork } from "../../../gateway/asset"
import type { CatalogSnapshot } from "../../../gateway/client/lists"
import { GatewayError } from "../../../gateway/client/errors"
import type { Network } from "../../../gateway/contract"
import { joined, sentence } from "../../../words/say"
import type { EndpointState } from "./activity-log"
import {
  adviceForPrices,
  adviceForRefusal,
  atMost,
  duration,
  error,
  type Finding,
  isPriceTrouble,
  NEEDED,
  ok,
  reasonParam,
  regionsOf,
  remedyOfFailure,
  some,
  times,
  warning,
} from "./check-words"
import { RATE_SOURCE } from "../work/shared-status"
import { type Facts, isAnswer, PATIENCE_MS } from "./facts"
import { gatewayAdvice } from "./gateway-advice"

type Of<Name extends keyof Facts> = Pick<Facts, Name>

const SLOW = sentence("health.slow", { seconds: PATIENCE_MS / 1_000 })
const DAY_MS = 24 * 3_600_000

/** Whether shoppers can pay: the keys, the catalog, prices, and how calls and webhooks go. */
export const SETUP_CHECKS = {
  gateway: (facts: Of<"catalog" | "balances" | "prices">) => {
    const failed = failureOfGateway(facts)
    if (failed === undefined) return ok(sentence("health.gateway"))
    return error(failed === "slow" ? SLOW : gatewayAdvice(failed))
  },

  rails: (facts: Of<"catalog" | "balances" | "prices" | "options">) => {
    const catalog = usableCatalog(facts)
    if (!catalog) return null
    const { tokens, isComplete } = catalog
    const unknown = listUnknownRails(facts.options.rails, tokens).join(", ")
    if (unknown === "") return ok(sentence("health.rails"))
    if (isComplete) return error(sentence("health.rails.unknown", { unknown }))
    return warning(sentence("health.rails.unread", { count: tokens.length, unknown }))
  },

  environment: (facts: Of<"catalog" | "balances" | "prices" | "options">) => {
    const networks = usableCatalog(facts)?.networks
    if (!networks) return null
    const { environment } = facts.options
    const isOnly = (isLive: boolean) =>
      networks.length > 0 &&
      networks.every((one) => one.environment !== undefined && (one.environment === "live") === isLive)
    if (environment === "live" && isOnly(false)) return error(sentence("health.environment.live"))
    if (environment === "sandbox" && isOnly(true)) return error(sentence("health.environment.sandbox"))
    return ok(sentence("health.environment", { environment }))
  },

  /** The catalog decides, and a name is only a hint: the merchant sees what is hidden or offered against its name. */
  test_networks: (facts: Of<"catalog" | "balances" | "prices" | "options">) => {
    const { environment, rails } = facts.options
    if (environment !== "live") return null
    const wanted = (usableCatalog(facts)?.networks ?? []).filter(
      ({ chain, networkId }) =>
        !rails || rails.some((rule) => rule.chain === chain && (rule.networkId ?? networkId) === networkId)
    )
    const listed = (code: `health.test_networks${"" | ".live" | ".hidden"}`, all: Network[]) =>
      all.length === 0
        ? null
        : sentence(code, { named: all.map(({ networkId }) => networkId.slice(0, 60)).slice(0, 10) })
    const isNamed = ({ chain, networkId }: Network) =>
      (rails ?? []).some((rule) => rule.chain === chain && rule.networkId === networkId)
    const hidden = wanted.filter(isTestNetwork)
    const odd = wanted.filter(looksLikeTestNetwork)
    const [first, ...others] = [
      listed(
        "health.test_networks",
        hidden.filter((one) => isNamed(one) && one.environment !== undefined)
      ),
      listed(
        "health.test_networks.hidden",
        hidden.filter((one) => one.environment === undefined)
      ),
      listed(
        "health.test_networks.live",
        odd.filter((one) => one.environment === "live")
      ),
    ].filter((found) => found !== null)
    return first ? (hidden.some(isNamed) ? error : warning)(first, ...others) : null
  },

  rates: (facts: Of<"prices" | "regions">) => {
    const { prices, regions } = facts
    if (prices.length === 0) return null
    const all = prices.map(({ code, found: prices }) => {
      const { priced, unavailable } = isAnswer(prices) ? prices : { priced: [], unavailable: [] }
      const hidden = unavailable.flatMap(({ rail, reason }) =>
        isPriceTrouble(reason) ? [rail.id.slice(0, 120)] : []
      )
      const reasons = prices === "slow" ? [prices] : unavailable.map(({ reason }) => reason)
      return { code, offered: priced.length, hidden, advice: adviceForPrices(code, reasons) }
    })
    const missing = all.filter(({ offered }) => offered === 0)
    if (missing.length > 0)
      return (regions.length > 0 ? error : warning)(
        ...missing.map(({ code: currency, advice }) =>
          sentence("health.rates.none", { currency, regions: regionsOf(regions, currency), advice })
        )
      )
    const troubled = all.filter(({ hidden }) => hidden.length > 0)
    return (troubled.length > 0 ? warning : ok)(
      sentence("health.rates", {
        offered: all.map(({ code: currency, offered: count }) =>
          sentence("health.rates.offered", { count, currency })
        ),
      }),
      ...troubled.map(({ code: currency, hidden, advice }) =>
        sentence("health.rates.hidden", { currency, rails: some(hidden), advice })
      )
    )
  },

  /** A second standard key reads balances like a payout key, until a payout was quoted. */
  payouts: ({ payoutKey, balances, endpoints }: Of<"payoutKey" | "balances" | "endpoints">) => {
    if (payoutKey === null) return ok(sentence("health.payouts.off"))
    if (payoutKey === "slow") return warning(sentence("health.payouts.unchecked"), SLOW)
    const quotes = endpoints.find(({ endpoint }) => endpoint === "quoteWithdrawal")
    if (payoutKey === true || (payoutKey === false && quotes?.succeededAt != null))
      return ok(sentence("health.payouts"))
    if (payoutKey === false) return warning(sentence("health.payouts.unproven"))
    const { status, message } = payoutKey
    if (status === 401) return error(sentence("health.payouts.unknown_key"))
    if (status !== 404) return warning(sentence("health.payouts.failed", { message }))
    // A wrong baseUrl or businessId answers both keys alike.
    return balances instanceof GatewayError && balances.status === 404
      ? warning(sentence("health.payouts.finds_nothing"))
      : error(sentence("health.payouts.other_business"))
  },

  /** Sources are judged by their last calls. */
  rate_sources: ({ rateSources, nowMs }: Of<"rateSources" | "nowMs">) => {
    if (rateSources.length === 0) return null
    const ageOf = ({ at }: { at: Date }) => duration(nowMs - at.getTime())
    const lines = rateSources.map(({ name, answered, failed }) => {
      const source = name.slice(RATE_SOURCE.length)
      const success = answered
        ? sentence("health.source.answered", { source, age: ageOf(answered) })
        : sentence("health.source.unanswered", { source })
      if (!failed) return success
      const since = failed.count > 0 ? sentence("health.source.since", { times: times(failed.count) }) : null
      return sentence("health.source.failed", {
        ...{ success, since, age: ageOf(failed), detail: failed.detail ?? "unknown" },
      })
    })
    // Nobody calls a source any more whose last failure is older than a day.
    const isFailing = rateSources.some(
      ({ failed }) => failed !== undefined && failed.count > 0 && nowMs - failed.at.getTime() < DAY_MS
    )
    return (isFailing ? warning : ok)(
      sentence("health.sources", { lines: joined("semicolon", lines) }),
      isFailing ? sentence("health.sources.advice") : null
    )
  },

  /** One finding per endpoint that fails. */
  endpoints: ({ endpoints, nowMs }: Of<"endpoints" | "nowMs">) => {
    const failing = endpoints.flatMap((state) => describeEndpoint(state, nowMs) ?? [])
    return failing.length > 0 ? failing : ok(sentence("health.endpoints"))
  },

  /** Webhooks with a timestamp too far off are refused. The plugin counts by the database's clock, Medusa by the server's. */
  clock: ({ skewMs, ownSkewMs, options: { assumptions } }: Of<"skewMs" | "ownSkewMs" | "options">) => {
    const ownSeconds = Math.round(Math.abs(ownSkewMs) / 1_000)
    if (ownSeconds >= 30)
      return warning(
        sentence("health.clock.own", { seconds: ownSeconds }),
        sentence("health.clock.own_advice")
      )
    if (skewMs === null) return warning(sentence("health.clock.unknown"))
    const { toleranceMs } = assumptions.signature
    const seconds = Math.round(Math.abs(skewMs) / 1_000)
    // A smaller difference comes from the network, and from clocks that servers send in whole seconds.
    if (seconds * 1_000 < Math.min(30_000, toleranceMs)) return ok(sentence("health.clock"))
    return (Math.abs(skewMs) > toleranceMs ? error : warning)(
      sentence(skewMs > 0 ? "health.clock.behind" : "health.clock.ahead", { seconds }),
      sentence("health.clock.advice", { seconds: Math.round(toleranceMs / 1_000) })
    )
  },

  webhooks: ({ webhooks: { acceptedAt, rejected } }: Of<"webhooks">) => {
    const refused = rejected && { at: rejected.at.toISOString(), reason: rejected.reason }
    if (rejected && refused && (!acceptedAt || rejected.at > acceptedAt))
      return warning(sentence("health.webhooks.refused", refused), adviceForRefusal(rejected.reason))
    if (!acceptedAt) return warning(sentence("health.webhooks.none"))
    return ok(
      sentence("health.webhooks", { at: acceptedAt.toISOString() }),
      refused && sentence("health.webhooks.refused_before", refused)
    )
  },

  collection: ({ unassigned, options: { collection } }: Of<"unassigned" | "options">) => {
    if (unassigned === 0) return ok(sentence(`health.collection.${collection}`))
    return error(sentence("health.collection.unassigned", { unassigned }))
  },

  /** From which amount a payment is offered, and what the provider refused although it was. */
  minimums: ({ options, fee, refusedAmounts }: Of<"options" | "fee" | "refusedAmounts">) => {
    const { minimums } = options.assumptions
    const isUsed = usesIntents(options)
    const least = compareAmounts(minimums.invoiceUsd, "0") > 0
    return (refusedAmounts.length > 0 ? warning : ok)(
      sentence(least ? "health.minimums.least" : "health.minimums", {
        fee: fee.minimumUsd,
        least: minimums.invoiceUsd,
      }),
      isUsed && hasIntentMinimum(minimums)
        ? sentence(needsIntent(options) ? "health.minimums.not_offered" : "health.minimums.by_invoice", {
            usd: leastIntentUsd(minimums),
          })
        : null,
      isUsed && minimums.intentUsd === null ? sentence("health.minimums.unknown") : null,
      ...refusedAmounts.map(({ kind, ...refused }) =>
        sentence(kind === "invoice" ? "health.minimums.refused" : "health.minimums.refused_deposit", refused)
      )
    )
  },

  addresses: ({ refusedRails }: Of<"refusedRails">) => {
    const railsOf = (kind: (typeof refusedRails)[number]["kind"]) =>
      refusedRails
        .filter((refusal) => refusal.kind === kind)
        .map(({ chain, networkId, at }) => `${chain}:${networkId} (${new Date(at).toISOString()})`)
    const [wrong, unconfigured] = [railsOf("mismatch"), railsOf("not_configured")]
    return [
      ...(wrong.length > 0 ? [error(sentence("health.addresses", { rails: wrong }))] : []),
      ...(unconfigured.length > 0
        ? [warning(sentence("health.addresses.not_configured", { rails: unconfigured }))]
        : []),
    ]
  },

  payment_addresses: ({ refusedPayments: { count, ids } }: Of<"refusedPayments">) => {
    if (count === 0) return null
    const named = ids.length > 0 ? sentence("health.named", { names: some(ids, 5, count) }) : null
    return error(sentence("health.payment_addresses", { count: atMost(count), named }))
  },

  customers: ({ stuckCustomers }: Of<"stuckCustomers">) => {
    if (stuckCustomers.length === 0) return null
    const ids = stuckCustomers.map(({ customer_id }) => customer_id)
    return error(sentence("health.customers", { ids }), sentence("health.customers.duplicate"))
  },
} satisfies Record<string, (facts: Facts) => Finding | readonly Finding[] | null>

type GatewayAnswers = Of<"catalog" | "balances" | "prices">

/** The catalog first: without a right path every answer is "not found". A long list of balances may be slow. */
function failureOfGateway({ catalog, balances, prices }: GatewayAnswers): GatewayError | "slow" | undefined {
  if (!isAnswer(catalog)) return catalog
  if (balances instanceof GatewayError) return balances
  const answers = prices.map(({ found }) => found)
  return answers.find((answer) => answer instanceof GatewayError)
}

function usableCatalog(facts: GatewayAnswers): CatalogSnapshot | null {
  return isAnswer(facts.catalog) && failureOfGateway(facts) === undefined ? facts.catalog : null
}

/** Fewer failures may come from one shopper's cart. An answer that cannot be read is a finding by itself. */
const LEAST_FAILURES = 3

/** What does not work for whom, and what to do. After a day a failure is over; a success ends it earlier. */
function describeEndpoint(state: EndpointState, nowMs: number): Finding | null {
  const { endpoint, failure, failedAt, failuresInRow } = state
  if (!failure || failedAt === null || nowMs - failedAt.getTime() >= DAY_MS) return null
  if (failuresInRow < (failure.fields.length > 0 ? 1 : LEAST_FAILURES)) return null
  const finding = (NEEDED.includes(endpoint) ? error : warning)(
    sentence("health.endpoint", {
      consequence: sentence(`health.without.${endpoint}`),
      count: failuresInRow === 1 ? times(1) : sentence("health.times.in_a_row", { count: failuresInRow }),
      ...{ endpoint, at: failedAt.toISOString(), reason: reasonParam(failure) },
    }),
    remedyOfFailure(failure)
  )
  return { ...finding, id: `endpoint_${endpoint}` }
}
