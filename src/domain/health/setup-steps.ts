import type { Environment } from "../../gateway/asset"
import type { HealthStatus, PayoutUsersFinding } from "./attention"

type Finding = { id: string; status: HealthStatus }

/** What is known about the setup of a store, besides its health checks. */
export type SetupFacts = {
  environment: Environment
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
type Found<Code> = { state: SetupState; code: Code; params: Params }

/** The health checks that a step sums up, and its rule. */
type Rule<Code> = {
  checks?: readonly string[]
  isRequired?: true
  judge: (facts: SetupFacts, status: StatusOf) => Found<Code>
}
/** The status of a check; undefined when it was not made. */
type StatusOf = (id: string) => Finding["status"] | undefined

const found =
  (state: SetupState) =>
  <Code extends string>(code: Code, params: Params = {}): Found<Code> => ({ state, code, params })
const done = found("done")
const todo = found("todo")
const problem = found("problem")
const optional = found("optional")

/** In the order in which a merchant takes the steps. */
const STEPS = {
  keys: {
    checks: ["gateway"],
    isRequired: true,
    judge: (_, status) => (status("gateway") === "ok" ? done("keys_accepted") : problem("keys_refused")),
  },
  environment: {
    checks: ["environment", "test_networks"],
    isRequired: true,
    judge: ({ environment }, status) => {
      const checked = status("environment")
      if (checked === undefined) return todo("waits_for_keys")
      return checked === "ok"
        ? done("environment_fits", { environment })
        : problem("environment_mismatch", { environment })
    },
  },
  provider: {
    isRequired: true,
    judge: ({ providers }) =>
      providers.length > 0
        ? done("provider_registered", { providers: providers.join(", ") })
        : todo("provider_missing"),
  },
  regions: {
    checks: ["regions"],
    isRequired: true,
    judge: ({ regions }) =>
      regions.length > 0 ? done("regions_enabled", { regions: regions.join(", ") }) : todo("regions_none"),
  },
  rates: {
    checks: ["rates", "rails", "rate_sources"],
    isRequired: true,
    judge: ({ currencies: all }, status) => {
      if (status("rates") === undefined) return todo("waits_for_keys")
      const codesOf = (some: typeof all) => some.map(({ code }) => code.toUpperCase()).join(", ")
      const without = all.filter(({ rails }) => rails === 0)
      if (without.length > 0) return problem("rates_missing", { currencies: codesOf(without) })
      if (all.length === 0) return todo("regions_none")
      return done(status("rates") === "ok" ? "rates_complete" : "rates_partial", { currencies: codesOf(all) })
    },
  },
  webhooks: {
    checks: ["webhooks", "clock"],
    isRequired: true,
    judge: ({ lastAcceptedAt, lastRefused }, status) => {
      if (lastRefused && status("webhooks") !== "ok") return problem("webhooks_refused", lastRefused)
      return lastAcceptedAt === null
        ? todo("webhooks_none")
        : done("webhooks_accepted", { at: lastAcceptedAt })
    },
  },
  payouts: {
    checks: ["payouts"],
    judge: ({ hasPayoutKey }, status) => {
      if (!hasPayoutKey) return optional("payouts_off")
      const checked = status("payouts")
      if (checked === "ok") return done("payouts_on")
      return problem(checked === "error" ? "payouts_refused" : "payouts_unchecked")
    },
  },
  payout_users: {
    checks: ["payout_users"],
    judge: ({ users, hasPayoutKey, allowedUsers: count }) => {
      if (users.code === "unknown") return problem("users_unknown", { ids: users.ids.join(", ") })
      if (users.code === "too_few") return problem("users_too_few")
      if (users.code === "allowed") return done("users_allowed", { count })
      return hasPayoutKey ? todo("users_none") : optional("users_not_needed")
    },
  },
  limits: {
    judge: ({ limits: count, hasPayoutKey }) =>
      count > 0
        ? done("limits_set", { count })
        : optional(hasPayoutKey ? "limits_none" : "limits_not_needed"),
  },
  messages: {
    checks: ["notifications"],
    judge: ({ channel }, status) => {
      if (channel === null) return optional("messages_off")
      return status("notifications") === "ok"
        ? done("messages_on", { channel })
        : problem("messages_failing", { channel })
    },
  },
  explorers: {
    judge: ({ networksWithoutExplorer: names }) => {
      if (names === null) return optional("waits_for_keys")
      return names.length === 0
        ? done("explorers_known")
        : optional("explorers_missing", { networks: names.join(", ") })
    },
  },
  storefront: {
    judge: ({ returnUrl: url }) =>
      url === null ? optional("return_urls_none") : done("return_urls_set", { url }),
  },
} as const satisfies Record<string, Rule<string>>

export type SetupStepId = keyof typeof STEPS
export type SetupCode = ReturnType<(typeof STEPS)[SetupStepId]["judge"]>["code"]

type SetupStep<Check> = Found<SetupCode> & {
  id: SetupStepId
  is_required: boolean
  findings: Check[]
}

/** Lists the steps of the setup. The checks of the store's health decide what they check already. */
export function listSetupSteps<Check extends Finding>(
  facts: SetupFacts,
  checks: readonly Check[]
): SetupStep<Check>[] {
  const rules: Readonly<Record<SetupStepId, Rule<SetupCode>>> = STEPS
  const statusOf: StatusOf = (id) => checks.find((check) => check.id === id)?.status
  const ids = Object.keys(STEPS).filter((id): id is SetupStepId => Object.hasOwn(STEPS, id))
  return ids.map((id) => {
    const { checks: own = [], isRequired = false, judge } = rules[id]
    const findings = checks.filter((check) => check.status !== "ok" && own.includes(check.id))
    return { id, is_required: isRequired, ...judge(facts, statusOf), findings }
  })
}

/** Required steps that are not done: shoppers can pay once there are none. */
export function countStepsLeft(steps: readonly { state: SetupState; is_required: boolean }[]): number {
  return steps.filter(({ state, is_required }) => is_required && state !== "done").length
}
