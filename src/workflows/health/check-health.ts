import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { randomUUID } from "node:crypto"
import { z } from "zod"
import { judgePayoutUsers } from "../../domain/health/attention"
import { momentInWords } from "../../domain/moment-in-words"
import { probeService } from "../../gateway/doctor"
import { openWork } from "../../modules/onchain/health/attention-list"
import {
  checkCollection,
  checkDeposits,
  checkPayoutWork,
} from "../../modules/onchain/health/collection-checks"
import type { EnabledRegion } from "../../modules/onchain/health/enabled-regions"
import {
  describeEndpoints,
  type EndpointState,
  reasonOfFailure,
} from "../../modules/onchain/health/endpoint-watch"
import { checkNotifications } from "../../modules/onchain/health/notification-check"
import { describeRateSources, readRateSources } from "../../modules/onchain/health/rate-watch"
import { countInWords, inWords, type SetupCheck } from "../../modules/onchain/health/setup-check"
import { checkSetup } from "../../modules/onchain/health/setup-checks"
import {
  checkLists,
  checkWork,
  describeClock,
  describeSignature,
  describeWebhooks,
  lastOfAll,
} from "../../modules/onchain/health/work-checks"
import type { OnchainOptions } from "../../modules/onchain/options/options"
import { isUnavailable } from "../../modules/onchain/work/gateway-load"
import { describeProcesses, findOwnMemory } from "../../modules/onchain/work/shared-status"
import { duringRun } from "../../modules/onchain/work/sync-runs"
import type {
  OnchainEndpointHealth,
  OnchainHealthResponse,
  OnchainPayoutUser,
  OnchainProbe,
} from "../../types/http"

export async function checkHealth(container: MedusaContainer): Promise<OnchainHealthResponse> {
  const onchain = container.resolve("onchain")
  const { options, clockWatch, counters, webhooks } = onchain
  const [backlog, regions, counts] = await Promise.all([
    onchain.inbox.backlog(),
    onchain.health.enabledRegions(),
    onchain.attention.list.counts(),
  ])
  const open = openWork(counts)
  const [setup, collection, deposits, payouts, users, changedAt, work, sources, last, lists, kept, others] =
    await Promise.all([
      checkSetup(onchain, regions),
      checkCollection(onchain),
      checkDeposits(onchain, open),
      checkPayoutWork(onchain, open),
      listPayoutUsers(container),
      onchain.payouts.accessLog.lastChangeAt(),
      checkWork(onchain, backlog, open),
      readRateSources(options, onchain.status),
      onchain.health.lastWebhooks(),
      checkLists(onchain),
      checkKeptOrders(container),
      onchain.processes.countOthers(),
    ])
  const notifications = await checkNotifications(onchain)
  // The checks above call the provider, too.
  const endpoints = await onchain.health.endpoints()
  const seen = lastOfAll(webhooks.counts, last)
  const clock = describeClock(clockWatch.skewMs, options.assumptions.signature.toleranceMs)
  const money = [...deposits, ...payouts, describePayoutUsers(options, users, changedAt)]
  const checks = [
    ...setup,
    ...describeRateSources(sources, onchain.clock()),
    ...describeEndpoints(endpoints, onchain.clock()),
    clock,
    describeWebhooks(seen),
    ...describeSignature(options.assumptions.signature.signedText),
    ...collection,
    ...money,
    describeRegions(regions),
    ...work,
    ...lists,
    ...kept,
    notifications,
    ...describeProcesses(others, findOwnMemory(container.resolve(Modules.LOCKING))),
  ]
  const status = worstOf(checks)
  await onchain.attention.facts.noteHealth({
    status,
    check: checks.find((check) => check.status !== "ok" && check.status === status) ?? null,
    problemCount: checks.filter((check) => check.status !== "ok").length,
  })
  return {
    status,
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
    endpoints: endpoints.map(endpointHealth),
    payout_users: users,
    counters: counters.totals(),
  }
}

function endpointHealth(state: EndpointState): OnchainEndpointHealth {
  const { endpoint: name, succeededAt, failedAt, failuresInRow, failure } = state
  return {
    name,
    last_success_at: succeededAt?.toISOString() ?? null,
    last_failure_at: failedAt?.toISOString() ?? null,
    failures_in_row: failuresInRow,
    reason: failure && reasonOfFailure(failure),
    setting: failure?.setting ?? null,
  }
}

function describeRegions(enabled: readonly EnabledRegion[]): SetupCheck {
  if (enabled.length > 0) {
    const message = `Enabled in ${enabled.map(({ name }) => name).join(", ")}.`
    return { id: "regions", status: "ok", message }
  }
  return {
    id: "regions",
    status: "error",
    message:
      "Not enabled in any region: shoppers do not see crypto payments. Add the provider to a region under Settings > Regions.",
  }
}

function worstOf(checks: readonly SetupCheck[]): SetupCheck["status"] {
  if (checks.some((check) => check.status === "error")) return "error"
  return checks.some((check) => check.status === "warning") ? "warning" : "ok"
}

const links = z.array(
  z.object({ order: z.object({ id: z.string(), display_id: z.number().nullish() }).nullish() })
)

async function checkKeptOrders(container: MedusaContainer): Promise<SetupCheck[]> {
  const { health, clock } = container.resolve("onchain")
  const { count, oldestAt, collectionIds } = await health.keptOrders()
  if (count === 0 || oldestAt === null) return []
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order_payment_collection",
    fields: ["order.id", "order.display_id"],
    filters: { payment_collection_id: collectionIds },
  })
  const named = links.parse(data).flatMap(({ order }) => (order ? [`#${order.display_id ?? order.id}`] : []))
  const message =
    `Unpaid orders kept past their time: ${countInWords(count)}` +
    `${named.length > 0 ? ` (${named.join(", ")}${count > named.length ? " and others" : ""})` : ""}, the first for ` +
    `${inWords(clock() - oldestAt.getTime())}. A list of the provider is incomplete, so a payment may have arrived unseen. Check the ` +
    "provider's dashboard: if nothing arrived, cancel the order; else have the webhook sent again."
  return [{ id: "kept_orders", status: "warning", message }]
}

/** The settings page lists the rest. */
const NAMED = 10

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

/**
 * Checks that the users of `payouts.allowedUsers` exist, and that there are two where a second one approves: before a
 * withdrawal waits that nobody could approve.
 *
 * @param changedAt when these options last changed between two starts
 */
function describePayoutUsers(
  { payouts, payoutApiKey }: Pick<OnchainOptions, "payouts" | "payoutApiKey">,
  users: readonly OnchainPayoutUser[],
  changedAt: Date | null
): SetupCheck {
  const id = "payout_users"
  const allowed = users.filter(({ is_allowed }) => is_allowed)
  const finding = judgePayoutUsers(
    payouts,
    users.map((user) => user.id)
  )
  // Without a payout key nobody pays out anyway.
  const status = payoutApiKey === undefined ? "ok" : "warning"
  switch (finding.code) {
    case "none":
      return {
        id,
        status,
        message:
          `No user may move money out: payouts.allowedUsers is empty. Add the ids of those who may. ` +
          `Users of this store: ${namesOf(users)}.`,
      }
    case "unknown":
      return {
        id,
        status,
        message:
          `These ids in payouts.allowedUsers belong to no user of this store: ${finding.ids.join(", ")}. Remove or correct them. ` +
          `Users of this store: ${namesOf(users)}.` +
          (payouts.approval === "second_user" && allowed.length < 2 ? ` ${NOBODY_APPROVES}` : ""),
      }
    case "too_few":
      return { id, status, message: `${NOBODY_APPROVES} Add another user's id.` }
    case "allowed":
      return {
        id,
        status: "ok",
        message:
          `May move money out: ${namesOf(allowed)}.` +
          (changedAt ? ` These options last changed ${momentInWords(changedAt)}.` : ""),
      }
  }
}

const NOBODY_APPROVES =
  "Nobody could approve a withdrawal: payouts.approval requires a second user, and payouts.allowedUsers names fewer than two of this store."

function namesOf(users: readonly OnchainPayoutUser[]): string {
  const names = users
    .slice(0, NAMED)
    .map(({ id, email, is_email_unusual }) => `${id} (${email}${is_email_unusual ? ", unusual email" : ""})`)
  return users.length > NAMED ? `${names.join(", ")} and ${users.length - NAMED} more` : names.join(", ")
}

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

/**
 * Checks the health for the overview, which shows the last result, and reads the provider's balances for money that needs
 * recovery. In one process at a time.
 */
export async function watchHealthWhenDue(container: MedusaContainer): Promise<void> {
  const { finance, syncRuns } = container.resolve("onchain")
  await duringRun(syncRuns, "recovery", EVERY_MS, async () => {
    try {
      const { balances, isComplete } = await finance.balances.readListed()
      await finance.recovery.record(balances, isComplete)
    } catch (error) {
      if (!isUnavailable(error)) throw error
    }
    return {}
  })
  await duringRun(syncRuns, "health", EVERY_MS, () => checkHealth(container))
}
