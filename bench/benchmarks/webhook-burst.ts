import { setTimeout as delay } from "node:timers/promises"
import type { Say } from "../../demo/progress"
import type { Benchmark } from "../benchmark"
import type { Environment } from "../environment/environment"
import { inboxIsQuiet } from "../environment/inbox"
import { type StoreStrain, takeStrain } from "../environment/strain"
import { createOrderPlacement } from "../orders/placed-order"
import { createRow, type Row } from "../report/row"
import { median } from "../report/statistics"
import { probeStorefront } from "../storefront/probe"
import { type BurstResult, sendBurst } from "../webhooks/burst"
import { ownWebhook } from "../webhooks/own-webhook"
import type { Webhook } from "../webhooks/webhook"

const rounds = 3
const burst = 5_000
/** More connections than the service would open to one address. */
const connections = 16
/** One in ten is about a paid order; the others are about unknown invoices. */
const paidOrders = 5
const paidShare = 0.1

interface Measured {
  quiet: { strain: StoreStrain; times: number[] }
  loud: { strain: StoreStrain; times: number[]; result: BurstResult }
}

/** 5,000 webhooks at once while a shopper browses products: the effect on the store and on the shopper. */
export const webhookBurst: Benchmark = {
  rows: [
    ...["webhook_burst_acknowledged", "webhook_burst_per_second", "webhook_burst_loop_delay_p99"],
    ...["webhook_burst_pool_failures", "storefront_during_burst"],
  ],
  async measure({ say, ...bench }) {
    const environment = await bench.environment()
    const placement = createOrderPlacement(environment)
    const measured: Measured[] = []
    for (let round = 1; round <= rounds; round++) {
      const orders: { webhook: () => Webhook }[] = []
      for (let n = 0; n < paidOrders; n++) orders.push(await placement.own())
      const one = await measureRound(environment, orders)
      await inboxIsQuiet(environment)
      measured.push(one)
      tell(say, round, one)
    }
    return createRows(measured)
  },
}

async function measureRound(
  environment: Environment,
  orders: readonly { webhook: () => Webhook }[]
): Promise<Measured> {
  const unhandled = () =>
    ownWebhook(environment, { event: "bench.unhandled", data: { note: ".".repeat(600) } })
  const webhooks = Array.from({ length: burst }, (_, index) => {
    const isPaid = index % Math.round(1 / paidShare) === 0
    return (isPaid && orders[(index / 10) % orders.length]?.webhook()) || unhandled()
  })
  await takeStrain(environment.monitorUrl)
  const before = await probeStorefront(environment, delay(3_000))
  const quiet = { strain: await takeStrain(environment.monitorUrl), times: before }

  const sending = sendBurst(webhooks, connections)
  const times = await probeStorefront(environment, sending)
  const loud = { strain: await takeStrain(environment.monitorUrl), times, result: await sending }
  return { quiet, loud }
}

function tell(say: Say, round: number, { quiet, loud }: Measured): void {
  const { result, strain } = loud
  const rate = perSecond(result)
  const ms = (value: number) => `${value.toFixed(1)} ms`
  say(
    `webhook burst, round ${round} of ${rounds}: ${result.acknowledged} acknowledged at ${rate.toFixed(0)}/s ` +
      `(refused: ${result.firstRefusal ?? "none"}), loop delay p99 ${ms(strain.loopDelayP99Ms)}, ` +
      `max ${ms(strain.loopDelayMaxMs)} (quiet ${ms(quiet.strain.loopDelayP99Ms)}), connections ${strain.poolPeak} of ` +
      `${strain.poolSize}, longest wait ${ms(strain.longestPoolWaitMs)}, storefront ${ms(median(loud.times))} ` +
      `against ${ms(median(quiet.times))}`
  )
}

function perSecond({ acknowledged, elapsedMs }: BurstResult): number {
  return acknowledged / (elapsedMs / 1_000)
}

function createRows(measured: readonly Measured[]): Row[] {
  const row = (
    name: string,
    unit: string,
    aim: Parameters<typeof createRow>[2],
    of: (one: Measured) => [number, number]
  ) =>
    createRow(
      name,
      unit,
      aim,
      measured.map((one) => {
        const [ours, peer] = of(one)
        return { ours, peer }
      })
    )
  return [
    row("webhook_burst_acknowledged", "webhooks", { of: "ours", is: "==", limit: burst }, ({ loud }) => [
      loud.result.acknowledged,
      burst,
    ]),
    row("webhook_burst_per_second", "1/s", { of: "ours", is: ">=", limit: 300 }, ({ loud }) => [
      perSecond(loud.result),
      0,
    ]),
    row("webhook_burst_loop_delay_p99", "ms", { of: "ours", is: "<=", limit: 100 }, ({ loud, quiet }) => [
      loud.strain.loopDelayP99Ms,
      quiet.strain.loopDelayP99Ms,
    ]),
    row("webhook_burst_pool_failures", "queries", { of: "ours", is: "==", limit: 0 }, ({ loud, quiet }) => [
      loud.strain.poolFailures,
      quiet.strain.poolFailures,
    ]),
    row("storefront_during_burst", "ms", { of: "ratio", is: "<=", limit: 1.3 }, ({ loud, quiet }) => [
      median(loud.times),
      median(quiet.times),
    ]),
  ]
}
