import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { describeClock } from "../../../modules/onchain/clock-check"
import { checkCollection } from "../../../modules/onchain/collection-checks"
import { checkDeposits } from "../../../modules/onchain/deposit-checks"
import { checkLists } from "../../../modules/onchain/list-checks"
import { isOwnProvider } from "../../../modules/onchain/own-provider"
import { describeProcesses, findOwnMemory } from "../../../modules/onchain/process-watch"
import { checkSetup, type SetupCheck } from "../../../modules/onchain/setup-checks"
import { describeSignature, describeWebhooks, lastOfAll } from "../../../modules/onchain/webhook-check"
import { checkPayoutWork } from "../../../modules/onchain/payout-checks"
import { checkWork } from "../../../modules/onchain/work-checks"
import type { OnchainHealthResponse } from "../../../types/http"
import { checkKeptOrders } from "./kept-orders"
import { describePayoutUsers, listPayoutUsers } from "./payout-users"

export const checkHealthStepId = "check-onchain-health"

/** Looks at the gateway, the configuration, the regions and the work that waits. Changes nothing. */
export const checkHealthStep = createStep(checkHealthStepId, async (_: void, { container }) => {
  const onchain = container.resolve("onchain")
  const { options, clockWatch, counters, webhooks } = onchain
  const backlog = await onchain.inbox.backlog()
  const [setup, collection, deposits, payouts, users, changedAt, work, region, last, lists, kept, others] =
    await Promise.all([
      checkSetup(onchain),
      checkCollection(onchain),
      checkDeposits(onchain),
      checkPayoutWork(onchain),
      listPayoutUsers(container),
      onchain.payouts.accessLog.lastChangeAt(),
      checkWork(onchain, backlog),
      checkRegions(container),
      onchain.health.lastWebhooks(),
      checkLists(onchain),
      checkKeptOrders(container),
      onchain.processes.countOthers(),
    ])
  const seen = lastOfAll(webhooks.counts, last)
  const clock = describeClock(clockWatch.skewMs, options.assumptions.signature.toleranceMs)
  const money = [...deposits, ...payouts, describePayoutUsers(options, users, changedAt)]
  const checks = [
    ...setup,
    clock,
    describeWebhooks(seen),
    ...describeSignature(options.assumptions.signature.signedText),
    ...collection,
    ...money,
    region,
    ...work,
    ...lists,
    ...kept,
    ...describeProcesses(others, findOwnMemory(container.resolve(Modules.LOCKING))),
  ]
  return new StepResponse<OnchainHealthResponse>({
    status: worstOf(checks),
    environment: options.environment,
    checks,
    webhooks: {
      accepted: webhooks.counts.accepted,
      repeated: webhooks.counts.repeated,
      rejected: webhooks.counts.rejected,
      last_accepted_at: seen.acceptedAt?.toISOString() ?? null,
      last_rejected: seen.rejected && { reason: seen.rejected.reason, at: seen.rejected.at.toISOString() },
      ...backlog,
    },
    payout_users: users,
    counters: counters.totals(),
  })
})

async function checkRegions(container: MedusaContainer): Promise<SetupCheck> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data: regions } = await query.graph({ entity: "region", fields: ["name", "payment_providers.id"] })
  const enabled = regions.filter((region) =>
    (region.payment_providers ?? []).some((provider: { id: string } | null) =>
      provider ? isOwnProvider(provider.id) : false
    )
  )
  if (enabled.length > 0) {
    return {
      id: "regions",
      status: "ok",
      message: `Enabled in ${enabled.map((region) => region.name).join(", ")}.`,
    }
  }
  return {
    id: "regions",
    status: "error",
    message:
      "The provider is not enabled in any region, so no shopper sees it. Open Settings > Regions in the admin, " +
      "edit a region and add it under payment providers.",
  }
}

function worstOf(checks: readonly SetupCheck[]): SetupCheck["status"] {
  if (checks.some((check) => check.status === "error")) return "error"
  return checks.some((check) => check.status === "warning") ? "warning" : "ok"
}
