import { randomUUID } from "node:crypto"
import type { MedusaContainer } from "@medusajs/framework/types"
import { probeService } from "../../../gateway/doctor"
import type { OnchainProbe } from "../../../types/http"

/** Two operators who ask at once get one run, and one invoice. */
const running = new WeakMap<object, Promise<OnchainProbe>>()
const TIMEOUT_MS = 5_000

/**
 * Runs the conformance probe with the options of this store.
 *
 * Reads only in `live`. In `sandbox` it does what the doctor does with `--create`. It shares the
 * checkout's part of the rate limit, so captures and payouts never wait for it.
 */
export function runProbe(container: MedusaContainer): Promise<OnchainProbe> {
  const onchain = container.resolve("onchain")
  const current = running.get(onchain)
  if (current) return current
  const run = probe(container).finally(() => running.delete(onchain))
  running.set(onchain, run)
  return run
}

async function probe(container: MedusaContainer): Promise<OnchainProbe> {
  const { options, checkout } = container.resolve("onchain")
  const { baseUrl, businessId, apiKey, payoutApiKey, environment, assumptions, tuning } = options
  const report = await probeService({
    ...{ baseUrl, businessId, apiKey, payoutApiKey, environment, assumptions },
    isCreating: environment === "sandbox",
    runId: randomUUID().slice(0, 13),
    rateLimiter: checkout.rateLimiter,
    timeoutMs: Math.min(tuning.callTimeoutMs, TIMEOUT_MS),
  })
  return {
    is_reached: report.isReached,
    endpoints: report.endpoints.map(({ httpStatus, ...endpoint }) => ({
      ...endpoint,
      http_status: httpStatus,
    })),
    proposals: report.proposals,
    unknown: report.unknown,
    not_seen: report.notSeen,
    assumptions: report.assumptions,
  }
}
