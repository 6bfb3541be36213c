import { billingWarnings, type BillingFacts, type BillingWarning } from "../../domain/billing-warning"
import type { GatewayClient } from "../../gateway/client/gateway-client"
import type { Billing } from "../../gateway/contract"

/** Plan, quota and gas as the service told them, and what about them bites. */
export type BillingSnapshot = {
  billing: Billing
  facts: BillingFacts
  warnings: BillingWarning[]
  askedAt: Date
}

/** For the health page, which must not cost two calls each time that somebody looks at it. */
const CACHE_MS = 5 * 60_000

/** Reads what the service tells of the plan. Which of its two calls tells what is not documented, so both are made. */
export class BillingReader {
  private last: BillingSnapshot | undefined

  constructor(
    private readonly gateway: Pick<GatewayClient, "getBilling" | "getBillingUsage">,
    /** The service's word for a renewal that is not paid. */
    private readonly pastDue: string,
    private readonly clock: () => number
  ) {}

  /** @throws GatewayError when the service cannot be asked */
  async read(): Promise<BillingSnapshot> {
    const [plan, usage] = await Promise.all([this.gateway.getBilling(), this.gateway.getBillingUsage()])
    const billing = { ...withoutGaps(plan), ...withoutGaps(usage) }
    const askedAt = new Date(this.clock())
    const facts = this.factsOf(billing)
    this.last = { billing, facts, warnings: billingWarnings(facts, askedAt), askedAt }
    return this.last
  }

  /** What was read within the last five minutes, by this process, else what is read now. @throws GatewayError */
  async readRecent(): Promise<BillingSnapshot> {
    const ageMs = this.last ? this.clock() - this.last.askedAt.getTime() : Infinity
    return this.last && ageMs <= CACHE_MS ? this.last : this.read()
  }

  private factsOf(billing: Billing): BillingFacts {
    return {
      plan: billing.plan ?? null,
      isPastDue: billing.state === this.pastDue,
      cycleEndsAt: billing.cycleEndsAt === undefined ? null : new Date(billing.cycleEndsAt),
      quotaIncluded: billing.payoutQuotaIncluded ?? null,
      quotaUsed: billing.payoutQuotaUsed ?? null,
      gasGranted: billing.includedGasGrantedUsd ?? null,
      gasUsed: billing.includedGasUsedUsd ?? null,
      gasLeft: billing.includedGasRemainingUsd ?? null,
      gasPrepaid: billing.prepaidGasUsd ?? null,
      gasBlocked: billing.gasBlockedOperations ?? null,
    }
  }
}

/** What one call leaves out does not hide what the other one told. */
function withoutGaps(billing: Billing): Billing {
  return Object.fromEntries(Object.entries(billing).filter(([, value]) => value !== undefined))
}
