import type { ChaosResult } from "./chaos"

const shownViolations = 20

/** The verdict as text. */
export function describeResult(result: ChaosResult): string {
  const {
    options,
    checks,
    money,
    kills,
    weather,
    webhooks,
    seconds,
    ordersPerMinute,
    retries,
    startedOver,
    tornOrders,
    tornReservations,
  } = result
  const killed = Object.entries(kills).map(([name, count]) => `${name} ${count}`)
  const lines = [
    `${options.orders} orders, seed ${options.seed}, ${options.isCluster ? "cluster" : "one process"}`,
    `  ${ordersPerMinute} orders a minute; storm ${seconds.shopping} s, quiet ${seconds.quiet} s; ${retries} calls retried`,
    `  killed: ${killed.join(", ") || "nothing"}`,
    ...describeWeather(weather),
    `  webhooks: ${webhooks.attempts} attempts, ${webhooks.lost} lost, ${webhooks.forged} forged, ${webhooks.sent} sent; forged ones answered ${JSON.stringify(webhooks.forgedAnswers)}`,
    `  orders that Medusa left without a cart and a payment when it was interrupted: ${describeTorn(tornOrders)}`,
    `  reservations of orders that it undid, left behind: ${tornReservations.join(", ") || "0"}`,
    `  carts and accounts that it left half written, given up by their shoppers: ${startedOver.length}`,
    ...startedOver.map((proof) => `    ${proof}`),
    "",
    ...money.map(({ missing, asset, ...sums }) => {
      const parts = Object.entries(sums).flatMap(([name, sum]) => (sum === "0" ? [] : [`${name} ${sum}`]))
      return `  ${asset}: ${parts.join(", ")}, missing ${missing}`
    }),
    "",
    ...checks.flatMap(({ title, name, violations }) => [
      `${violations.length === 0 ? "ok" : "VIOLATED"}: ${title} (${name})`,
      ...violations.slice(0, shownViolations).map((violation) => `    ${violation}`),
      ...(violations.length > shownViolations ? [`    and ${violations.length - shownViolations} more`] : []),
    ]),
  ]
  return `${lines.join("\n")}\n`
}

function describeWeather({ planned, events }: ChaosResult["weather"]): string[] {
  return Object.entries(planned).map(([name, count]) => {
    const blown = events.filter((event) => event.name === name)
    return `  ${name}: ${blown.length} of ${count} times`
  })
}

function describeTorn(orders: ChaosResult["tornOrders"]): string {
  if (orders.length === 0) return "0"
  return `${orders.length} (${orders.map(({ id, reserved }) => `${id}, which holds ${reserved} pieces`).join("; ")})`
}

/** The result as text; base units become text too. */
export function resultToJson(result: ChaosResult): string {
  const write = (_key: string, value: unknown) => (typeof value === "bigint" ? value.toString() : value)
  return `${JSON.stringify(result, write, 2)}\n`
}
