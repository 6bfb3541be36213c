import { type Attributes, type Counter, type Meter, metrics } from "@medusajs/framework/opentelemetry/api"

/** What is counted, and in which words a collector shows it. Append-only: dashboards are built on the names. */
export const COUNTERS = {
  webhooks_accepted: "Webhooks verified and stored",
  webhooks_repeated: "Webhooks that were stored before",
  webhooks_rejected: "Webhooks refused, by reason",
  deliveries_processed: "Deliveries worked off",
  deliveries_ignored: "Deliveries that led to nothing",
  deliveries_failed: "Attempts at a delivery that failed",
  deliveries_dead: "Deliveries given up",
  payments_captured: "Payments captured",
  payments_unallocated: "Settled payments without an order to go to",
  payments_contradicted: "Payments that the service no longer calls paid",
  reconciliation_checks: "Payments asked for without a webhook",
  gateway_calls: "Attempts at calls of the service, by endpoint",
  gateway_errors: "Attempts at calls of the service that failed, by endpoint and code",
  withdrawals_sent: "Withdrawals that the service has",
  withdrawals_completed: "Withdrawals that arrived",
  withdrawals_failed: "Withdrawals that failed, or that the service refused",
  refunds_paid: "Refunds paid out",
} as const satisfies Record<string, string>
export type CounterName = keyof typeof COUNTERS

const NAMES = Object.keys(COUNTERS).filter((name): name is CounterName => name in COUNTERS)

/**
 * Counts what happens in this process, for the health page and, where the store has one, for its collector.
 *
 * OpenTelemetry's API comes with Medusa. Without a meter provider, which a store sets up in its instrumentation.ts, it
 * does nothing, and the plugin needs no package of its own for it. The instruments are called `onchain.<name>`.
 */
export class Counters {
  private readonly counts = new Map<CounterName, number>()
  private readonly instruments = new Map<CounterName, Counter>()

  constructor(private readonly meter: () => Meter = () => metrics.getMeter("medusa-payment-onchain")) {}

  /** @param attributes few values each, such as a reason or an endpoint; never an identifier */
  add(name: CounterName, attributes: Attributes = {}, count = 1): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + count)
    this.instrument(name).add(count, attributes)
  }

  /** What was counted since this process started, each name among them. */
  totals(): Record<CounterName, number> {
    const zero = Object.fromEntries(NAMES.map((name) => [name, 0])) as Record<CounterName, number>
    return { ...zero, ...Object.fromEntries(this.counts) }
  }

  /** Made when first needed: a provider that is registered after this process loaded the plugin counts too. */
  private instrument(name: CounterName): Counter {
    const known = this.instruments.get(name)
    if (known) return known
    const made = this.meter().createCounter(`onchain.${name}`, { description: COUNTERS[name] })
    this.instruments.set(name, made)
    return made
  }
}
