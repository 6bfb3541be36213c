import { fixedBytes } from "./determinism/identifiers"

/** Where a business operates. Nothing of one environment is valid in the other. */
export const ENVIRONMENTS = ["sandbox", "live"] as const
export type Environment = (typeof ENVIRONMENTS)[number]

/** What a client needs to talk to the sandbox. All of it is fake and opens nothing else. */
export type Credentials = {
  /** Every key and secret begins with it. */
  environment: Environment
  businessId: string
  /** Standard key. */
  apiKey: string
  payoutApiKey: string
  webhookSecret: string
  /** Session of a person who may do everything in the dashboard. */
  dashboardSession: string
  /** Session of a person who may only look. */
  viewerSession: string
}

/** @param webhookSecret the secret to sign webhooks with, in place of one derived from the seed */
export function createCredentials(
  seed: string,
  environment: Environment,
  webhookSecret?: string
): Credentials {
  const text = (label: string) => fixedBytes(seed, label).toString("hex").slice(0, 24)
  const ofEnvironment = (kind: string, label: string) =>
    `${environment}_${kind}_${text(`${environment} ${label}`)}`
  return {
    environment,
    businessId: `biz_${text("business")}`,
    apiKey: ofEnvironment("standard", "standard key"),
    payoutApiKey: ofEnvironment("payout", "payout key"),
    webhookSecret: webhookSecret ?? ofEnvironment("webhook", "webhook secret"),
    dashboardSession: ofEnvironment("session", "owner session"),
    viewerSession: ofEnvironment("session", "viewer session"),
  }
}

export function otherEnvironment(environment: Environment): Environment {
  return environment === "sandbox" ? "live" : "sandbox"
}
