import type { MedusaContainer } from "@medusajs/framework/types"
import { graceEnd, includedGasLeft, isUsd } from "../../../domain/finance/billing-warning"
import type { BillingSnapshot } from "../../../modules/onchain/finance/billing-reader"
import type { OnchainBillingResponse } from "../../../types/http"
import { explainUnreachable } from "../../../modules/onchain/health/gateway-advice"

/** @throws MedusaError `not_allowed` when the gateway does not answer */
export async function viewBilling(container: MedusaContainer): Promise<OnchainBillingResponse["billing"]> {
  const { billing } = container.resolve("onchain").finance
  return billingToView(await billing.read().catch(explainUnreachable))
}

function billingToView({
  billing,
  facts,
  warnings,
  askedAt,
}: BillingSnapshot): OnchainBillingResponse["billing"] {
  const { quotaIncluded: included, quotaUsed: used, cycleEndsAt, isPastDue } = facts
  return {
    plan: facts.plan,
    state: billing.state ?? null,
    invoice_fee_percent: billing.invoiceFeePercent ?? null,
    minimum_fee_usd: billing.minimumFeeUsd ?? null,
    quota: {
      included,
      used,
      left: included === null || used === null ? null : Math.max(0, included - used),
    },
    gas: {
      granted_usd: figure(facts.gasGranted),
      used_usd: figure(facts.gasUsed),
      left_usd: figure(includedGasLeft(facts)),
      prepaid_usd: figure(facts.gasPrepaid),
      is_fair_use: facts.gasGranted !== null && !isUsd(facts.gasGranted),
    },
    gas_blocked: facts.gasBlocked,
    top_ups_usd: billing.topUpOptionsUsd ?? [],
    cycle_ends_at: cycleEndsAt?.toISOString() ?? null,
    grace_ends_at: isPastDue && cycleEndsAt ? graceEnd(cycleEndsAt).toISOString() : null,
    warnings,
    asked_at: askedAt.toISOString(),
  }
}

function figure(text: string | null): string | null {
  return isUsd(text) ? text : null
}
