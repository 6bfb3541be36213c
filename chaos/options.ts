import { randomInt } from "node:crypto"
import { parseArgs } from "node:util"
import { type PlanName, planNames } from "./plan/fate"
import { type WeatherName, weatherNames } from "./weather/weather"
import { weathers, weatherThatFits } from "./weather/weathers"

/** Options of a run; the same options and seed give the same plan. */
export interface ChaosOptions {
  orders: number
  /** All kinds of shoppers, or only those with several attempts, or with signed transfers. */
  plan: PlanName
  /** What the service records late or wrong money of an invoice as. */
  records: RecordName
  /** How often a process of the store is killed. */
  kills: number
  seed: string
  /** What happens to what is under the store. */
  weather: readonly WeatherName[]
  /** Two servers behind a round robin and a worker, over Redis, instead of one process. */
  isCluster: boolean
  /** Shoppers at the checkout at once. */
  atOnce: number
  /** Longest wait, after the last shopper, for everything to settle. */
  quietTimeoutMs: number
}

const recordNames = ["deposits", "transactions"] as const
export type RecordName = (typeof recordNames)[number]

const defaults = { orders: 2_000, kills: 20, atOnce: 8, quietMinutes: 15 }

/** @throws Error naming the invalid argument */
export function parseChaosOptions(args: readonly string[]): ChaosOptions & { json: string | undefined } {
  const { values } = parseArgs({
    args: [...args],
    options: {
      orders: { type: "string" },
      kills: { type: "string" },
      plan: { type: "string", default: "all" },
      records: { type: "string", default: "deposits" },
      seed: { type: "string" },
      weather: { type: "string", default: "none" },
      cluster: { type: "boolean", default: false },
      "at-once": { type: "string" },
      "quiet-minutes": { type: "string" },
      json: { type: "string" },
    },
  })
  const plan = planNames.find((name) => name === values.plan)
  if (!plan) throw new Error(`--plan: "${values.plan}" is none of ${planNames.join(", ")}`)
  const records = recordNames.find((name) => name === values.records)
  if (!records) throw new Error(`--records: "${values.records}" is none of ${recordNames.join(", ")}`)
  return {
    plan,
    records,
    orders: wholeNumber("--orders", values.orders, 1) ?? defaults.orders,
    kills: wholeNumber("--kills", values.kills, 0) ?? defaults.kills,
    seed: values.seed ?? String(randomInt(1_000_000)),
    weather: parseWeather(values.weather, values.cluster),
    isCluster: values.cluster,
    atOnce: wholeNumber("--at-once", values["at-once"], 1) ?? defaults.atOnce,
    quietTimeoutMs:
      (wholeNumber("--quiet-minutes", values["quiet-minutes"], 1) ?? defaults.quietMinutes) * 60_000,
    json: values.json,
  }
}

/** `all` is what fits: some weather needs a cluster, or what this machine does not allow. */
function parseWeather(text: string, isCluster: boolean): WeatherName[] {
  const fits = (name: WeatherName) => isCluster || !weathers[name].needsCluster
  if (text === "none") return []
  if (text === "all") return weatherThatFits(isCluster)
  return text.split(",").map((word) => {
    const name = weatherNames.find((one) => one === word)
    if (!name) throw new Error(`--weather: "${word}" is none of none, all, ${weatherNames.join(", ")}`)
    if (!fits(name)) throw new Error(`--weather: "${name}" needs --cluster`)
    const reason = weathers[name].unavailable?.()
    if (reason !== undefined) throw new Error(`--weather: "${name}" cannot blow here: ${reason}`)
    return name
  })
}

function wholeNumber(name: string, text: string | undefined, min: number): number | undefined {
  if (text === undefined) return undefined
  if (/^\d+$/.test(text) && Number(text) >= min) return Number(text)
  throw new Error(`${name}: "${text}" is not a whole number from ${min}`)
}
