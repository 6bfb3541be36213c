import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { randomUUID } from "node:crypto"
import { probeService } from "../../gateway/doctor"
import { runChecks } from "../../modules/onchain/health/checks"
import { reasonOfFailure } from "../../modules/onchain/health/check-words"
import { type Facts, readFacts } from "../../modules/onchain/health/facts"
import { findOwnMemory } from "../../modules/onchain/work/shared-status"
import { duringRun } from "../../modules/onchain/work/sync-runs"
import type { OnchainHealthResponse, OnchainPayoutUser, OnchainProbe } from "../../types/http"

export async function checkHealth(container: MedusaContainer): Promise<OnchainHealthResponse> {
  return (await readHealth(container)).health
}

/** Runs every check, and notes the result for the overview, which must not wait for one. */
export async function readHealth(
  container: MedusaContainer
): Promise<{ facts: Facts; health: OnchainHealthResponse }> {
  const onchain = container.resolve("onchain")
  const facts = await readFacts(onchain, {
    users: await listPayoutUsers(container),
    ownMemory: findOwnMemory(container.resolve(Modules.LOCKING)),
  })
  const checks = runChecks(facts)
  const problems = checks.filter(({ status }) => status !== "ok")
  const worst = problems.find(({ status }) => status === "error") ?? problems[0] ?? null
  const status = worst?.status ?? "ok"
  await onchain.attention.facts.noteHealth({ status, check: worst, problem_count: problems.length })
  const { accepted, repeated, rejected } = onchain.webhooks.counts
  const { acceptedAt, rejected: last } = facts.webhooks
  const health = {
    ...{ status, environment: onchain.options.environment, checks, payout_users: facts.users },
    webhooks: {
      ...{ accepted, repeated, rejected, ...facts.backlog },
      last_accepted_at: acceptedAt?.toISOString() ?? null,
      last_rejected: last && { reason: last.reason, at: last.at.toISOString() },
    },
    endpoints: facts.endpoints.map(({ endpoint: name, succeededAt, failedAt, failuresInRow, failure }) => ({
      name,
      last_success_at: succeededAt?.toISOString() ?? null,
      last_failure_at: failedAt?.toISOString() ?? null,
      failures_in_row: failuresInRow,
      reason: failure && reasonOfFailure(failure),
      setting: failure?.setting ?? null,
      provider_answer: failure?.answer ?? null,
    })),
    counters: onchain.counters.totals(),
  }
  return { facts, health }
}

/** Oldest first, with the ids for `payouts.allowedUsers`. */
async function listPayoutUsers(container: MedusaContainer): Promise<OnchainPayoutUser[]> {
  const { allowedUsers } = container.resolve("onchain").options.payouts
  const users = await container
    .resolve(Modules.USER)
    .listUsers({}, { select: ["id", "email", "created_at"], order: { created_at: "ASC" }, take: null })
  const emails = users.map(({ email }) => folded(email))
  return users.map(({ id, email, created_at }) => ({
    id,
    email,
    created_at: new Date(created_at).toISOString(),
    is_allowed: allowedUsers.includes(id),
    is_email_unusual:
      !PLAIN_EMAIL.test(email) || emails.filter((other) => other === folded(email)).length > 1,
  }))
}

const PLAIN_EMAIL = /^[!-?A-~]+@[!-?A-~]+$/
const folded = (email: string) => email.normalize("NFKC").trim().toLowerCase()

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

/** Each check costs a few calls of the provider. */
const EVERY_MS = 5 * 60_000

/** Checks the health for the overview, which shows the last result. In one process at a time. */
export async function watchHealthWhenDue(container: MedusaContainer): Promise<void> {
  const { syncRuns } = container.resolve("onchain")
  await duringRun(syncRuns, "health", EVERY_MS, () => checkHealth(container))
}
