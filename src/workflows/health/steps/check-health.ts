import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { checkCollection } from "../../../modules/onchain/collection-checks"
import { checkDeposits } from "../../../modules/onchain/deposit-checks"
import { checkSetup, type SetupCheck } from "../../../modules/onchain/setup-checks"
import type { OnchainHealthResponse } from "../../../types/http"

export const checkHealthStepId = "check-onchain-health"

/** Looks at the gateway, the configuration, the regions and the inbox. Changes nothing. */
export const checkHealthStep = createStep(checkHealthStepId, async (_: void, { container }) => {
  const onchain = container.resolve("onchain")
  const [setup, collection, deposits, region, backlog] = await Promise.all([
    checkSetup(onchain),
    checkCollection(onchain),
    checkDeposits(onchain),
    checkRegions(container),
    onchain.inbox.backlog(),
  ])
  const checks = [...setup, ...collection, ...deposits, region, checkInbox(backlog)]
  const { counts } = onchain.webhooks
  return new StepResponse<OnchainHealthResponse>({
    status: worstOf(checks),
    environment: onchain.options.environment,
    checks,
    webhooks: {
      accepted: counts.accepted,
      repeated: counts.repeated,
      rejected: counts.rejected,
      last_accepted_at: counts.lastAcceptedAt?.toISOString() ?? null,
      last_rejected: counts.lastRejected && {
        reason: counts.lastRejected.reason,
        at: counts.lastRejected.at.toISOString(),
      },
      ...backlog,
    },
  })
})

async function checkRegions(container: MedusaContainer): Promise<SetupCheck> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data: regions } = await query.graph({ entity: "region", fields: ["name", "payment_providers.id"] })
  const enabled = regions.filter((region) =>
    (region.payment_providers ?? []).some((provider: { id: string } | null) =>
      provider?.id.startsWith("pp_onchain_")
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

function checkInbox({ waiting, dead }: { waiting: number; dead: number }): SetupCheck {
  if (dead === 0) return { id: "inbox", status: "ok", message: `Deliveries that wait for work: ${waiting}.` }
  return {
    id: "inbox",
    status: "error",
    message:
      `Deliveries given up after too many attempts: ${dead}. A payment may wait for you. ` +
      `Their ids and reasons are in the log and in onchain_webhook_delivery.last_error.`,
  }
}

function worstOf(checks: readonly SetupCheck[]): SetupCheck["status"] {
  if (checks.some((check) => check.status === "error")) return "error"
  return checks.some((check) => check.status === "warning") ? "warning" : "ok"
}
