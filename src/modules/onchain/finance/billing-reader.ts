import { type AbsentFields, findBillingWarnings } from "../../../domain/finance/billing-warning"
import { isFeeInOtherUnit } from "../../../domain/finance/plan-prices"
import type { Assumptions } from "../../../gateway/assumptions"
import type { GatewayClient } from "../../../gateway/client/client"
import type { Billing } from "../../../gateway/contract"
import { BILLING_MESSAGES, type BillingWarning } from "./finance-words"

export type BillingSnapshot = { billing: Billing; warnings: BillingWarning[]; askedAt: Date }

type BillingField = keyof Assumptions["fields"]["billing"]

/** Without a cache the health page would cost two calls each time. */
const CACHE_MS = 5 * 60_000

/** Which of two calls returns which field is undocumented, so both are made. */
export class BillingReader {
  private last: BillingSnapshot | undefined

  constructor(
    private readonly gateway: Pick<GatewayClient, "getBilling" | "getBillingUsage">,
    private readonly names: Assumptions["fields"]["billing"],
    private readonly clock: () => number
  ) {}

  /** @throws GatewayError when the gateway does not answer */
  async read(): Promise<BillingSnapshot> {
    const [plan, usage] = await Promise.all([this.gateway.getBilling(), this.gateway.getBillingUsage()])
    const found = { ...withoutGaps(plan), ...withoutGaps(usage) }
    const billing = isFeeInOtherUnit(found) ? { ...found, invoiceFeePercent: undefined } : found
    const fields = Object.keys(this.names) as BillingField[]
    const absent: AbsentFields = fields.filter(
      (field) => this.names[field] !== null && billing[field] === undefined
    )
    const askedAt = new Date(this.clock())
    const warnings = findBillingWarnings(billing, absent, askedAt).map((finding) => ({
      ...finding,
      message: BILLING_MESSAGES[finding.id](billing, absent),
    }))
    this.last = { billing, warnings, askedAt }
    return this.last
  }

  /** At most five minutes old. @throws GatewayError */
  async readRecent(): Promise<BillingSnapshot> {
    const ageMs = this.last ? this.clock() - this.last.askedAt.getTime() : Infinity
    return this.last && ageMs <= CACHE_MS ? this.last : this.read()
  }
}

/** A field that one call leaves out must not hide the other call's value. */
function withoutGaps(billing: Billing): Billing {
  return Object.fromEntries(Object.entries(billing).filter(([, value]) => value !== undefined))
}
