import { fixedBytes } from "./determinism/identifiers"

/** What a client needs to talk to the sandbox. All of it is fake and opens nothing else. */
export type Credentials = {
  businessId: string
  /** Standard key. */
  apiKey: string
  payoutApiKey: string
  webhookSecret: string
}

/** @param webhookSecret the secret to sign webhooks with, in place of one derived from the seed */
export function createCredentials(seed: string, webhookSecret?: string): Credentials {
  const text = (label: string) => fixedBytes(seed, label).toString("hex").slice(0, 24)
  return {
    businessId: `biz_${text("business")}`,
    apiKey: `sandbox_standard_${text("standard key")}`,
    payoutApiKey: `sandbox_payout_${text("payout key")}`,
    webhookSecret: webhookSecret ?? `sandbox_webhook_${text("webhook secret")}`,
  }
}
