import { countStepsLeft, listSetupSteps, type SetupFacts } from "../setup-steps"

const AT = "2026-11-24T10:00:00.000Z"

/** A store with everything set up. */
const COMPLETE: SetupFacts = {
  ...{ environment: "sandbox", providers: ["pp_onchain_a", "pp_onchain_b"], regions: ["Europe", "Japan"] },
  currencies: [
    { code: "eur", rails: 3 },
    { code: "jpy", rails: 1 },
  ],
  ...{ lastAcceptedAt: AT, lastRefused: null, hasPayoutKey: true },
  ...{ users: { code: "allowed" }, allowedUsers: 2, limits: 1, channel: "email" },
  ...{ networksWithoutExplorer: [], returnUrl: "https://shop.example/order/{order_id}" },
}
const CHECKED = ["gateway", "environment", "rates", "webhooks", "payouts", "payout_users", "notifications"]

type Status = "ok" | "warning" | "error"

function stepsOf(facts: Partial<SetupFacts> = {}, statuses: Record<string, Status | null> = {}) {
  const checks = CHECKED.flatMap((id) => {
    const status = statuses[id] === undefined ? "ok" : statuses[id]
    return status === null ? [] : [{ id, status }]
  })
  return listSetupSteps({ ...COMPLETE, ...facts }, checks)
}

const stepOf = (id: string, ...given: Parameters<typeof stepsOf>) =>
  stepsOf(...given).find((step) => step.id === id)

describe("the steps of the setup", () => {
  it("are all done in a complete store", () => {
    const ids = ["keys", "environment", "provider", "regions", "rates", "webhooks", "payouts", "payout_users"]
    const steps = stepsOf()
    expect(steps.map(({ id, state }) => `${id} ${state}`)).toEqual(
      [...ids, "limits", "messages", "explorers", "storefront"].map((id) => `${id} done`)
    )
    expect(countStepsLeft(steps)).toBe(0)
  })

  it("leave nothing to do when only choices are open", () => {
    const steps = stepsOf({
      ...{ hasPayoutKey: false, users: { code: "none" }, allowedUsers: 0, limits: 0, channel: null },
      ...{ networksWithoutExplorer: ["My net"], returnUrl: null },
    })
    expect(steps.filter(({ state }) => state === "optional").map(({ code }) => code)).toEqual([
      ...["payouts_off", "users_not_needed", "limits_not_needed"],
      ...["messages_off", "explorers_missing", "return_urls_none"],
    ])
    expect(countStepsLeft(steps)).toBe(0)
  })

  it("count a problem of an optional step, without holding payments up", () => {
    expect(countStepsLeft(stepsOf({}, { payouts: "error" }))).toBe(0)
    expect(countStepsLeft(stepsOf({}, { gateway: "error", environment: null }))).toBe(2)
  })

  /** Of each step: its code once it is done, its health checks, whether it is required, and what its sentence names. */
  it.each<[string, string, string[], boolean, object]>([
    ["keys", "keys_accepted", ["gateway"], true, {}],
    ["environment", "environment_fits", ["environment", "test_networks"], true, { environment: "sandbox" }],
    ["provider", "provider_registered", [], true, { providers: "pp_onchain_a, pp_onchain_b" }],
    ["regions", "regions_enabled", ["regions"], true, { regions: "Europe, Japan" }],
    ["rates", "rates_complete", ["rates", "rails", "rate_sources"], true, { currencies: "EUR, JPY" }],
    ["webhooks", "webhooks_accepted", ["webhooks", "clock"], true, { at: AT }],
    ["payouts", "payouts_on", ["payouts"], false, {}],
    ["payout_users", "users_allowed", ["payout_users"], false, { count: 2 }],
    ["limits", "limits_set", [], false, { count: 1 }],
    ["messages", "messages_on", ["notifications"], false, { channel: "email" }],
    ["explorers", "explorers_known", [], false, {}],
    ["storefront", "return_urls_set", [], false, { url: "https://shop.example/order/{order_id}" }],
  ])("have their own checks and parameters: %s", (id, code, checks, is_required, params) => {
    expect(stepOf(id)).toMatchObject({ code, is_required, params, findings: [] })
    const others = ["test_networks", "regions", "rails", "rate_sources", "clock"]
    const all = [...CHECKED, ...others].map((check) => ({ id: check, status: "warning" as const }))
    const found = listSetupSteps(COMPLETE, all).find((step) => step.id === id)?.findings
    expect(found?.map((check) => check.id).sort()).toEqual([...checks].sort())
  })

  const refused = { lastRefused: { reason: "signature_invalid", at: AT } }
  it.each<[string, string, string, Partial<SetupFacts>, Record<string, Status | null>]>([
    ["keys", "problem", "keys_refused", {}, { gateway: "error" }],
    ["environment", "todo", "waits_for_keys", {}, { environment: null }],
    ["environment", "problem", "environment_mismatch", {}, { environment: "error" }],
    ["provider", "todo", "provider_missing", { providers: [] }, {}],
    ["regions", "todo", "regions_none", { regions: [] }, {}],
    ["rates", "todo", "waits_for_keys", {}, { rates: null }],
    ["rates", "todo", "regions_none", { currencies: [] }, { rates: "warning" }],
    ["rates", "done", "rates_partial", {}, { rates: "warning" }],
    ["rates", "problem", "rates_missing", { currencies: [{ code: "eur", rails: 0 }] }, { rates: "error" }],
    ["webhooks", "todo", "webhooks_none", { lastAcceptedAt: null }, { webhooks: "warning" }],
    ["webhooks", "problem", "webhooks_refused", refused, { webhooks: "warning" }],
    ["webhooks", "done", "webhooks_accepted", refused, {}],
    ["payouts", "problem", "payouts_refused", {}, { payouts: "error" }],
    ["payouts", "problem", "payouts_unchecked", {}, { payouts: "warning" }],
    ["payout_users", "todo", "users_none", { users: { code: "none" } }, { payout_users: "warning" }],
    ["payout_users", "problem", "users_too_few", { users: { code: "too_few" } }, {}],
    ["payout_users", "problem", "users_unknown", { users: { code: "unknown", ids: ["user_x"] } }, {}],
    ["limits", "optional", "limits_none", { limits: 0 }, {}],
    ["messages", "problem", "messages_failing", {}, { notifications: "warning" }],
    ["explorers", "optional", "waits_for_keys", { networksWithoutExplorer: null }, {}],
  ])("%s: %s, %s", (id, state, code, facts, statuses) => {
    expect(stepOf(id, facts, statuses)).toMatchObject({ state, code })
  })

  it("carry the findings of their own checks only", () => {
    const found = stepsOf({}, { rates: "warning", payouts: "error" })
    expect(found.find(({ id }) => id === "rates")?.findings).toEqual([{ id: "rates", status: "warning" }])
    expect(found.find(({ id }) => id === "keys")?.findings).toEqual([])
  })

  const currencies = [{ code: "eur", rails: 2 }, ...["usd", "jpy"].map((code) => ({ code, rails: 0 }))]
  it.each<[string, Partial<SetupFacts>, Record<string, Status>, object]>([
    ["environment", {}, { environment: "error" }, { environment: "sandbox" }],
    ["rates", { currencies }, { rates: "error" }, { currencies: "USD, JPY" }],
    ["webhooks", refused, { webhooks: "warning" }, refused.lastRefused],
    ["payout_users", { users: { code: "unknown", ids: ["a", "b"] } }, {}, { ids: "a, b" }],
    ["messages", {}, { notifications: "warning" }, { channel: "email" }],
    ["explorers", { networksWithoutExplorer: ["A", "B"] }, {}, { networks: "A, B" }],
  ])("name what is wrong: %s", (id, facts, statuses, params) => {
    expect(stepOf(id, facts, statuses)?.params).toEqual(params)
  })
})
