import type { judgeWebhookTest } from "../../domain/inbox/delivery"
import type { HealthStatus } from "../../domain/health/attention"
import type { Approval } from "../../domain/payout/payout-gate"
import type { SetupStepId, SetupState, SetupCode } from "../../domain/health/setup-steps"
import type { OnchainEnvironment } from "./row"
import type { OnchainHealthCheck, OnchainPayoutUser } from "./health"

/** Steps of the setup. Append-only. */
export type OnchainSetupStepId = SetupStepId

/** What was found. Append-only. */
export type OnchainSetupCode = SetupCode

/** One step of the setup, with what was found. */
export type OnchainSetupStep = {
  id: OnchainSetupStepId
  /** `optional` is a choice that takes nothing away from taking payments. */
  state: SetupState
  /** Shoppers can pay once every required step is done. */
  is_required: boolean
  code: OnchainSetupCode
  /** Values for the words of the code: names, counts, times (ISO 8601). Lists are joined with commas. */
  params: Record<string, string | number>
  /** The health checks behind this step that are not ok. */
  findings: OnchainHealthCheck[]
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
  environment: OnchainEnvironment
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
  /** Networks that the provider supports and this business lacks, with the symbols of their tokens; null where it did not answer. */
  lacking_networks: { id: string; name: string; tokens: string[] }[] | null
  payout_users: OnchainPayoutUser[]
  payouts: {
    is_on: boolean
    approval: Approval
  }
  options: OnchainEffectiveOption[]
  /** Health checks that are not ok, those of the steps included. */
  health: { status: HealthStatus; problems: number }
}

/** Answer of `GET /admin/onchain/setup`. */
export type OnchainSetupResponse = { setup: OnchainSetup }

/**
 * How far a test event came. `processed` is the good end; `other_server` means that the address answered but the event did not
 * arrive here.
 */
export type OnchainWebhookTestResult = ReturnType<typeof judgeWebhookTest>["result"]

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
