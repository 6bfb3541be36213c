import { PRICE_WORDING, REFUSAL_WORDING, setup } from "../admin/health/setup-words"
import type { RateProblem } from "../domain/payment/attempt"
import { REFUSAL_STATUS } from "../modules/onchain/inbox/webhook-intake"
import type { OnchainSetupCode } from "../types/http"

/** Complete, or it does not compile. */
const CODES = {
  keys_accepted: true,
  keys_refused: true,
  waits_for_keys: true,
  environment_fits: true,
  environment_mismatch: true,
  provider_registered: true,
  provider_missing: true,
  regions_enabled: true,
  regions_none: true,
  rates_complete: true,
  rates_partial: true,
  rates_missing: true,
  webhooks_accepted: true,
  webhooks_none: true,
  webhooks_refused: true,
  payouts_on: true,
  payouts_off: true,
  payouts_refused: true,
  payouts_unchecked: true,
  users_allowed: true,
  users_none: true,
  users_unknown: true,
  users_too_few: true,
  users_not_needed: true,
  limits_set: true,
  limits_none: true,
  limits_not_needed: true,
  messages_on: true,
  messages_off: true,
  messages_failing: true,
  explorers_known: true,
  explorers_missing: true,
  return_urls_set: true,
  return_urls_none: true,
} as const satisfies Record<OnchainSetupCode, true>

const PROBLEMS = {
  no_rate: true,
  rate_failed: true,
  rate_stale: true,
  rate_disputed: true,
} as const satisfies Record<RateProblem, true>

describe("the words of the setup", () => {
  it.each(Object.keys(CODES))("say what %s means", (code) => {
    const words: Record<string, string> = setup.setup.code
    expect(words[code] ?? words[`${code}_one`]).toEqual(expect.any(String))
  })

  it("have no code that is never found", () => {
    const written = Object.keys(setup.setup.code).map((key) => key.replace(/_(?:one|other)$/, ""))
    expect([...new Set(written)].filter((code) => !Object.hasOwn(CODES, code))).toEqual([])
  })

  it.each(Object.keys(REFUSAL_STATUS))("say why a webhook was refused for %s", (code) => {
    expect(REFUSAL_WORDING[code]).toEqual(expect.any(String))
  })

  it.each(Object.keys(PROBLEMS))("say why a rail has no price for %s", (reason) => {
    expect(PRICE_WORDING[reason]).toEqual(expect.any(String))
  })
})
