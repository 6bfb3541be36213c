import type { OnchainHealthCheck, OnchainPayoutUser } from "./health"
import type { OnchainPayoutLimit } from "./payout"

/** Steps of the setup. Append-only. */
export type OnchainSetupStepId =
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

/** `optional` is a choice that takes nothing away from taking payments. */
export type OnchainSetupState = "done" | "todo" | "problem" | "optional"

/** What was found. Append-only. */
export type OnchainSetupCode =
  | "keys_accepted"
  | "keys_refused"
  /** The step is checked once the keys are accepted. */
  | "waits_for_keys"
  | "environment_fits"
  | "environment_mismatch"
  | "provider_registered"
  | "provider_missing"
  | "regions_enabled"
  | "regions_none"
  | "rates_complete"
  /** Some rails are hidden at the moment. */
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

/** One step of the setup, with what was found. */
export type OnchainSetupStep = {
  id: OnchainSetupStepId
  state: OnchainSetupState
  /** Shoppers can pay once every required step is done. */
  is_required: boolean
  code: OnchainSetupCode
  /** Values for the words of the code: names, counts, times (ISO 8601). Lists are joined with commas. */
  params: Record<string, string | number>
  /** The health checks behind this step that are not ok. */
  findings: OnchainHealthCheck[]
  /** Page of the documentation, such as `developers/rates`. */
  docs: string
}

/** A currency of the enabled regions. */
export type OnchainSetupCurrency = {
  /** ISO 4217, lower case. */
  code: string
  regions: string[]
  rails: {
    /** Such as `evm:base-mainnet:USDC`. */
    id: string
    network_name: string
    token: string
    /** Of one token in the currency, decimal text; null when the rail cannot be priced now. */
    price: string | null
    /** The source that answered. */
    source: string | null
    /** ISO 8601. */
    as_of: string | null
    /** Why there is no price, such as `no_rate`. */
    reason: string | null
  }[]
}

/** An option of the plugin with its effective value. */
export type OnchainEffectiveOption = {
  /** As in medusa-config, such as `rates.maxAgeMs`. */
  name: string
  /** JSON text; null for a secret. */
  value: string | null
  /** How many secrets are set; null when it is not a secret. */
  secrets: number | null
  is_default: boolean
}

/** The setup of the store, step by step. */
export type OnchainSetup = {
  status: "ready" | "incomplete"
  /** Required steps that are not done. */
  steps_left: number
  environment: "live" | "sandbox"
  steps: OnchainSetupStep[]
  webhook: {
    /** Where the provider must send its events. */
    url: string
    /** The provider cannot reach this address from outside. */
    is_local: boolean
    /** In the sandbox environment only. */
    can_test: boolean
    /** ISO 8601. */
    last_accepted_at: string | null
    last_refused: { reason: string; at: string } | null
  }
  currencies: OnchainSetupCurrency[]
  payout_users: OnchainPayoutUser[]
  payouts: {
    is_on: boolean
    approval: "none" | "second_user"
    limits: Omit<OnchainPayoutLimit, "sent_last_day">[]
  }
  options: OnchainEffectiveOption[]
  /** Health checks that are not ok, those of the steps included. */
  health: { status: "ok" | "warning" | "error"; problems: number }
}

/** Answer of `GET /admin/onchain/setup`. */
export type OnchainSetupResponse = { setup: OnchainSetup }

/**
 * How far a test event came. `processed` is the good end; `other_server` means that the address answered but the event did not
 * arrive here.
 */
export type OnchainWebhookTestResult =
  "processed" | "waiting" | "refused" | "other_server" | "unexpected_answer" | "unreachable"

/** Answer of `POST /admin/onchain/setup/test-webhook`. */
export type OnchainWebhookTestResponse = {
  test: {
    result: OnchainWebhookTestResult
    url: string
    is_reached: boolean
    http_status: number | null
    /** Null while unknown. */
    is_signature_accepted: boolean | null
    is_processed: boolean
    /** Why it was refused, such as `signature_invalid`, or why the address cannot be reached, such as `ECONNREFUSED`. */
    reason: string | null
    delivery_id: string
  }
}
