import { letIn } from "./crowd"
import { type EnvironmentOptions, startChaosEnvironment } from "./environment/environment"
import type { Death } from "./environment/supervised-process"
import { underpaymentToleranceBps } from "./environment/service-settings"
import type { ChaosOptions } from "./options"
import { letTimePass } from "./passing-time"
import type { FateName } from "./plan/fate"
import { planOrders } from "./plan/plan"
import { untilSettled } from "./quiet"
import { createControls } from "./shopper/controls"
import { logIn } from "./shopper/merchant"
import { openShop } from "./shopper/shop"
import { judge, type Verdict } from "./verdict/verdict"
import { startForecast } from "./weather/forecast"
import { armGateway, calmGateway } from "./weather/gateway-storm"
import { planKills } from "./weather/kills"
import type { WeatherRecord } from "./weather/weather"
import { weathers } from "./weather/weathers"
import type { StormCounts } from "./weather/webhook-storm"

/** A run and its result. */
export interface ChaosResult extends Verdict {
  options: ChaosOptions
  fates: Partial<Record<FateName, number>>
  kills: Record<string, number>
  weather: WeatherRecord
  /** Processes that ended although nothing killed them. */
  deaths: Death[]
  webhooks: StormCounts
  /** Calls that shoppers retried. */
  retries: number
  /** Carts and accounts that Medusa had left half written, given up by their shoppers. */
  startedOver: readonly string[]
  seconds: { shopping: number; quiet: number }
  ordersPerMinute: number
}

/**
 * Runs a store through every failure at once, lets it settle, and compares its records with the service's
 * ledger.
 *
 * @throws Error when the run itself fails; a violation is a result
 */
export async function runChaos(options: EnvironmentOptions): Promise<ChaosResult> {
  const { say, seed, orders, plan: planName, kills: killCount, isCluster, atOnce, weather } = options
  const { records, quietTimeoutMs } = options
  const plan = planOrders({ seed, count: orders, plan: planName })
  const environment = await startChaosEnvironment(options)
  const { storm, processes, database, ground, knex } = environment
  const controls = createControls(environment.sandbox.origin)
  await controls.tell("/settings", { underpaymentToleranceBps, reviewsInvoiceMoney: records === "deposits" })
  const merchant = await logIn(environment.storeUrl, environment.admin)
  const shop = await openShop(environment, { seed, merchant })
  const kills = planKills({ seed, count: killCount, orders, processes, say })
  const forecast =
    ground &&
    startForecast({
      ...{ seed, orders, weathers: new Map(weather.map((name) => [name, weathers[name]])) },
      context: { processes, ground, database, say },
    })

  say(
    `the storm begins: ${orders} orders, ${killCount} kills, weather ${weather.join(", ") || "none"}, seed ${seed}`
  )
  await armGateway(controls)
  const startedAt = Date.now()
  const onBegin = async (index: number) => {
    await forecast?.keptUp()
    kills.orderBegins(index)
    forecast?.orderBegins(index)
  }
  const visits = await letIn(shop, plan, { atOnce, say, onBegin })
  const ordersPerMinute = Math.round((orders * 60_000) / (Date.now() - startedAt))
  await Promise.all([shop.empty(), kills.settled(), forecast?.settled()])
  const calmedAt = Date.now()
  storm.calm()
  await calmGateway(controls)
  say("the storm is over, and half an hour passes")
  await letTimePass(database, controls)
  const blown = forecast?.record ?? { planned: {}, events: [] }
  const deaths = () => processes.flatMap((one) => one.deaths)
  const record = { webhooks: storm.counts, plannedKills: killCount, killedAt: kills.moments, weather: blown }
  const verdict = await untilSettled({
    judge: () =>
      judge({
        database,
        knex,
        controls,
        visits,
        storm: { ...record, deaths: deaths(), startedOver: shop.patience.startedOver },
      }),
    timeoutMs: quietTimeoutMs,
    say,
  })
  const secondsBetween = (from: number, to: number) => Math.round((to - from) / 1_000)
  return {
    options: {
      orders,
      plan: planName,
      records,
      kills: killCount,
      seed,
      weather,
      isCluster,
      atOnce,
      quietTimeoutMs,
    },
    fates: countFates(plan.map(({ fate }) => fate)),
    kills: kills.counts,
    weather: blown,
    deaths: deaths(),
    webhooks: storm.counts,
    ...shop.patience,
    seconds: {
      shopping: secondsBetween(startedAt, calmedAt),
      quiet: secondsBetween(calmedAt, Date.now()),
    },
    ordersPerMinute,
    ...verdict,
  }
}

function countFates(fates: readonly FateName[]): Partial<Record<FateName, number>> {
  const counts: Partial<Record<FateName, number>> = {}
  for (const fate of fates) counts[fate] = (counts[fate] ?? 0) + 1
  return counts
}
