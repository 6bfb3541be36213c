import type { MedusaRequest } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { ADMIN_PERMISSIONS, type AdminPermission } from "../../../domain/admin-permission"
import type {
  OnchainEnvironmentResponse,
  OnchainHealthResponse,
  OnchainSetupResponse,
} from "../../../types/http"
import { viewAttention } from "../../../workflows/health/attention"
import { checkHealth, runProbe } from "../../../workflows/health/check-health"
import { viewOverview } from "../../../workflows/health/queries/view-overview"
import { viewSetup } from "../../../workflows/health/queries/view-setup"
import { testWebhook } from "../../../workflows/health/test-webhook"
import { emptyBody as noParams, oneOf } from "../../request-params"
import { hasAdminPermission } from "./access"
import { actorOf, type AdminRequest, answer, read } from "./admin-route"

const healthParams = z.strictObject({
  probe: oneOf("probe", ["true", "false"]).default("false"),
})

/** Scheme and host under which this server was called. The header of a proxy counts for the scheme only. */
function originOf(req: Pick<MedusaRequest, "protocol" | "get">): string {
  return `${req.protocol}://${req.get("host") ?? ""}`
}

/**
 * What the sender may see, where the store has roles. A policy allows a whole route or none of it. These two
 * routes show parts to users who may see the health; each part requires the permission of its list.
 */
async function permissionsOf(req: AdminRequest): Promise<ReadonlySet<AdminPermission>> {
  const all: AdminPermission[] = Object.values(ADMIN_PERMISSIONS)
  const allowed = await Promise.all(all.map((permission) => hasAdminPermission(req, permission)))
  return new Set(all.filter((_, index) => allowed[index]))
}

export const healthRoutes = {
  "GET /environment": read(async ({ scope }): Promise<OnchainEnvironmentResponse> => ({
    environment: scope.resolve("onchain").options.environment,
  })),
  "GET /health": read(async ({ scope }, { probe }): Promise<OnchainHealthResponse> => {
    if (probe !== "true") return checkHealth(scope)
    // First the probe: the checks then tell what it met.
    const result = await runProbe(scope)
    return { ...(await checkHealth(scope)), probe: result }
  }, healthParams),
  "GET /attention": read(async (req) => viewAttention(req.scope, await permissionsOf(req)), noParams),
  "GET /overview": read(async (req) => viewOverview(req.scope, await permissionsOf(req)), noParams),
  "GET /setup": read(async (req): Promise<OnchainSetupResponse> => ({
    setup: await viewSetup(req.scope, { origin: originOf(req) }),
  })),
  "POST /setup/test-webhook": answer(async (req, res) => {
    const input = { actor_id: actorOf(req).id, origin: originOf(req), port: req.socket.localPort }
    const result = await testWebhook(req.scope, input)
    if (!("wait_ms" in result)) return void res.json({ test: result })
    const seconds = Math.ceil(result.wait_ms / 1_000)
    res.set("retry-after", String(seconds))
    const message = `A test event was just sent. Wait ${seconds} seconds.`
    res.status(429).json({ type: "too_many_requests", code: "webhook_test_throttled", message })
  }),
}
