import type { PayoutUsersFinding } from "./attention"

type Finding = { id: string; status: "ok" | "warning" | "error" }

/** What is known about the setup of a store, besides its health checks. */
export type SetupFacts = {
  environment: "live" | "sandbox"
  /** Providers of this plugin in the payment module. */
  providers: readonly string[]
  /** Enabled regions by name. */
  regions: readonly string[]
  /** `rails`: how many can be priced now. */
  currencies: readonly { code: string; rails: number }[]
  lastAcceptedAt: string | null
  lastRefused: { reason: string; at: string } | null
  hasPayoutKey: boolean
  users: PayoutUsersFinding
  allowedUsers: number
  limits: number
  /** Channel of messages to shoppers; null: off. */
  channel: string | null
  /** Names of networks without an explorer; null: the networks are not known. */
  networksWithoutExplorer: readonly string[] | null
  /** Where the payment page returns shoppers after the order is placed. */
  returnUrl: string | null
}

export type SetupState = "done" | "todo" | "problem" | "optional"
type Params = Record<string, string | number>
type Found = { state: SetupState; code: SetupCode; params?: Params }
export type SetupStep<Check> = {
  id: SetupStepId
  state: SetupState
  is_required: boolean
  code: SetupCode
  params: Params
  findings: Check[]
  docs: string
}

/** The step, the health checks it sums up, its page of the documentation, and its rule. */
type Rule = {
  checks: readonly string[]
  docs: string
  isRequired: boolean
  judge: (facts: SetupFacts, status: StatusOf) => Found
}
/** The worst status of these checks; undefined when none of them was made. */
type StatusOf = (...ids: string[]) => Finding["status"] | undefined

/** In the order in which a merchant takes the steps. */
const STEPS: Readonly<Record<SetupStepId, Rule>> = {
  keys: {
    checks: ["gateway", "catalog"],
    docs: "merchant/setup",
    isRequired: true,
    judge: (_, status) =>
      status("gateway") === "ok"
        ? { state: "done", code: "keys_accepted" }
        : { state: "problem", code: "keys_refused" },
  },
  environment: {
    checks: ["environment", "test_networks"],
    docs: "merchant/setup",
    isRequired: true,
    judge: ({ environment }, status) => {
      const params = { environment }
      const found = status("environment")
      if (found === undefined) return { state: "todo", code: "waits_for_keys" }
      return found === "ok"
        ? { state: "done", code: "environment_fits", params }
        : { state: "problem", code: "environment_mismatch", params }
    },
  },
  provider: {
    checks: [],
    docs: "merchant/setup",
    isRequired: true,
    judge: ({ providers }) =>
      providers.length > 0
        ? { state: "done", code: "provider_registered", params: { providers: providers.join(", ") } }
        : { state: "todo", code: "provider_missing" },
  },
  regions: {
    checks: ["regions"],
    docs: "merchant/setup",
    isRequired: true,
    judge: ({ regions }) =>
      regions.length > 0
        ? { state: "done", code: "regions_enabled", params: { regions: regions.join(", ") } }
        : { state: "todo", code: "regions_none" },
  },
  rates: {
    checks: ["rates", "rails", "rate_sources"],
    docs: "developers/rates",
    isRequired: true,
    judge: ({ currencies }, status) => {
      if (status("rates") === undefined) return { state: "todo", code: "waits_for_keys" }
      const without = currencies.filter(({ rails }) => rails === 0).map(({ code }) => code.toUpperCase())
      if (without.length > 0)
        return { state: "problem", code: "rates_missing", params: { currencies: without.join(", ") } }
      const params = { currencies: currencies.map(({ code }) => code.toUpperCase()).join(", ") }
      if (currencies.length === 0) return { state: "todo", code: "regions_none" }
      return { state: "done", code: status("rates") === "ok" ? "rates_complete" : "rates_partial", params }
    },
  },
  webhooks: {
    checks: ["webhooks", "clock", "signature"],
    docs: "merchant/setup",
    isRequired: true,
    judge: ({ lastAcceptedAt, lastRefused }, status) => {
      if (lastRefused && status("webhooks") !== "ok")
        return { state: "problem", code: "webhooks_refused", params: lastRefused }
      return lastAcceptedAt === null
        ? { state: "todo", code: "webhooks_none" }
        : { state: "done", code: "webhooks_accepted", params: { at: lastAcceptedAt } }
    },
  },
  payouts: {
    checks: ["payouts"],
    docs: "merchant/setup",
    isRequired: false,
    judge: ({ hasPayoutKey }, status) => {
      if (!hasPayoutKey) return { state: "optional", code: "payouts_off" }
      const found = status("payouts")
      if (found === "ok") return { state: "done", code: "payouts_on" }
      return { state: "problem", code: found === "error" ? "payouts_refused" : "payouts_unchecked" }
    },
  },
  payout_users: {
    checks: ["payout_users"],
    docs: "merchant/setup",
    isRequired: false,
    judge: ({ users, hasPayoutKey, allowedUsers: count }): Found => {
      if (users.code === "unknown")
        return { state: "problem", code: "users_unknown", params: { ids: users.ids.join(", ") } }
      if (users.code === "too_few") return { state: "problem", code: "users_too_few" }
      if (users.code === "allowed") return { state: "done", code: "users_allowed", params: { count } }
      return hasPayoutKey
        ? { state: "todo", code: "users_none" }
        : { state: "optional", code: "users_not_needed" }
    },
  },
  limits: {
    checks: [],
    docs: "merchant/setup",
    isRequired: false,
    judge: ({ limits: count, hasPayoutKey }) => {
      if (count > 0) return { state: "done", code: "limits_set", params: { count } }
      return { state: "optional", code: hasPayoutKey ? "limits_none" : "limits_not_needed" }
    },
  },
  messages: {
    checks: ["notifications"],
    docs: "developers/notifications",
    isRequired: false,
    judge: ({ channel }, status) => {
      if (channel === null) return { state: "optional", code: "messages_off" }
      return status("notifications") === "ok"
        ? { state: "done", code: "messages_on", params: { channel } }
        : { state: "problem", code: "messages_failing", params: { channel } }
    },
  },
  explorers: {
    checks: [],
    docs: "merchant/setup",
    isRequired: false,
    judge: ({ networksWithoutExplorer: names }) => {
      if (names === null) return { state: "optional", code: "waits_for_keys" }
      return names.length === 0
        ? { state: "done", code: "explorers_known" }
        : { state: "optional", code: "explorers_missing", params: { networks: names.join(", ") } }
    },
  },
  storefront: {
    checks: [],
    docs: "developers/storefront",
    isRequired: false,
    judge: ({ returnUrl: url }) =>
      url === null
        ? { state: "optional", code: "return_urls_none" }
        : { state: "done", code: "return_urls_set", params: { url } },
  },
}

export type SetupStepId =
  | "keys"
  | "environment"
  | "provider"
  | "regions"
  | "rates"
  | "webhooks"
  | "payouts"
  | "payout_users"
  | "limits"
  | "messages"
  | "explorers"
  | "storefront"

export type SetupCode =
  | "keys_accepted"
  | "keys_refused"
  | "waits_for_keys"
  | "environment_fits"
  | "environment_mismatch"
  | "provider_registered"
  | "provider_missing"
  | "regions_enabled"
  | "regions_none"
  | "rates_complete"
  | "rates_partial"
  | "rates_missing"
  | "webhooks_accepted"
  | "webhooks_none"
  | "webhooks_refused"
  | "payouts_on"
  | "payouts_off"
  | "payouts_refused"
  | "payouts_unchecked"
  | "users_allowed"
  | "users_none"
  | "users_unknown"
  | "users_too_few"
  | "users_not_needed"
  | "limits_set"
  | "limits_none"
  | "limits_not_needed"
  | "messages_on"
  | "messages_off"
  | "messages_failing"
  | "explorers_known"
  | "explorers_missing"
  | "return_urls_set"
  | "return_urls_none"

const RANK = { ok: 0, warning: 1, error: 2 } as const

/**
 * Lists the steps of the setup with their states. The health checks decide what they check already.
 *
 * @param checks of the store's health
 */
export function listSetupSteps<Check extends Finding>(
  facts: SetupFacts,
  checks: readonly Check[]
): SetupStep<Check>[] {
  const statusOf: StatusOf = (...ids) =>
    checks
      .filter(({ id }) => ids.includes(id))
      .map(({ status }) => status)
      .sort((a, b) => RANK[b] - RANK[a])[0]
  const ids = Object.keys(STEPS).filter((id): id is SetupStepId => Object.hasOwn(STEPS, id))
  return ids.map((id) => {
    const rule = STEPS[id]
    const { state, code, params = {} } = rule.judge(facts, statusOf)
    const findings = checks.filter((check) => check.status !== "ok" && rule.checks.includes(check.id))
    return { id, state, is_required: rule.isRequired, code, params, findings, docs: rule.docs }
  })
}

/** Required steps that are not done: shoppers can pay once there are none. */
export function countStepsLeft(steps: readonly { state: SetupState; is_required: boolean }[]): number {
  return steps.filter(({ state, is_required }) => is_required && state !== "done").length
}
