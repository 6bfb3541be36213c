import { setTimeout as delay } from "node:timers/promises"
import { createRandom } from "../plan/random"
import type { Weather, WeatherContext, WeatherEvent, WeatherName, WeatherRecord } from "./weather"

const longestWaitMs = 3_000
/** After the last shopper, for each weather that waits for its moment. */
const graceMs = 90_000
/** So many blows may be due before shoppers wait for them: each is to meet shoppers. */
const mostDue = 3
/** A weather may wait for what only a shopper brings about. */
const shopperEveryMs = 15_000
const pauseMs = 200

/** One blow, after the order with this index has begun. */
export interface PlannedBlow {
  name: WeatherName
  /** Of this name, from 0. */
  number: number
  afterOrder: number
  waitMs: number
}

/**
 * Spreads the blows of each weather over the orders, each a random moment after a random order of its interval. The last tenth of the
 * orders is left out, so that each blow meets shoppers.
 */
export function planBlows(options: {
  seed: string
  orders: number
  weathers: ReadonlyMap<WeatherName, Pick<Weather, "times" | "comesEarly">>
}): PlannedBlow[] {
  const { seed, orders, weathers } = options
  return [...weathers].flatMap(([name, weather]) => {
    const usable = Math.max(1, Math.floor(orders * (weather.comesEarly ? 0.1 : 0.9)))
    const count = weather.times(orders)
    return Array.from({ length: count }, (_, number) => {
      const random = createRandom(`${seed}/weather/${name}/${number}`)
      const afterOrder = Math.min(orders - 1, Math.floor(((number + random.fraction()) * usable) / count))
      return { name, number, afterOrder, waitMs: random.between(0, longestWaitMs) }
    })
  })
}

/** Lets weathers blow while orders come in, one after the other. */
export interface Forecast {
  /** Resolves when the weather has kept up with the orders, or the next shopper may come all the same. @throws Error of a weather that failed */
  keptUp(): Promise<void>
  /** Call as each order begins. */
  orderBegins(index: number): void
  /** Resolves when every due blow is over. */
  settled(): Promise<void>
  readonly record: WeatherRecord
}

/** @param options.context without what belongs to one blow */
export function startForecast(options: {
  seed: string
  orders: number
  weathers: ReadonlyMap<WeatherName, Weather>
  context: Omit<WeatherContext, "random" | "ordersBegun" | "begins" | "storm">
}): Forecast {
  const { seed, weathers, context } = options
  const blows = planBlows(options)
  const planned: WeatherRecord["planned"] = {}
  for (const { name } of blows) planned[name] = (planned[name] ?? 0) + 1
  const events: WeatherEvent[] = []
  let storm = new AbortController()
  let begun = 0
  let due = 0
  let isLastShopperGone = false
  let hasFailed = false
  let queue = Promise.resolve()
  let door = Promise.resolve()

  const giveUpInTime = () => {
    const own = storm
    setTimeout(() => own.abort(), graceMs).unref()
  }
  const blow = async ({ name, number, waitMs }: PlannedBlow, weather: Weather) => {
    await delay(waitMs)
    storm = new AbortController()
    if (isLastShopperGone) giveUpInTime()
    let from = Date.now()
    const random = createRandom(`${seed}/blow/${name}/${number}`)
    const begins = () => void (from = Date.now())
    const of = { random, begins, ordersBegun: () => begun, storm: storm.signal }
    const what = await weather.blow({ ...context, ...of })
    if (what === undefined) return context.say(`${name}: its moment did not come`)
    events.push({ name, from, until: Date.now(), what })
    context.say(`${name}: ${what}`)
  }
  return {
    record: { planned, events },
    keptUp() {
      // One after the other.
      door = door.then(async () => {
        const until = Date.now() + shopperEveryMs
        while (!hasFailed && due > mostDue && Date.now() < until) await delay(pauseMs)
        // Throws it.
        if (hasFailed) await queue
      })
      return door
    },
    orderBegins(index) {
      begun += 1
      for (const planned of blows) {
        const weather = weathers.get(planned.name)
        if (planned.afterOrder !== index || !weather) continue
        due += 1
        queue = queue.then(() => blow(planned, weather)).then(() => void (due -= 1))
        // The caller that awaits all of them sees the failure.
        queue.catch(() => void (hasFailed = true))
      }
    },
    async settled() {
      // The store goes on working when the last shopper has left.
      isLastShopperGone = true
      giveUpInTime()
      await queue
    },
  }
}
