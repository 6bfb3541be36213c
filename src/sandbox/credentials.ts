import { fixedBytes } from "./determinism/identifiers"

/** Keys and secrets of one environment are invalid in the other. */
export const ENVIRONMENTS = ["sandbox", "live"] as const

export type Environment = (typeof ENVIRONMENTS)[number]

/** Fake credentials that open nothing else. */
export type Credentials = {
  /** Prefix of every key and secret. */
  environment: Environment
  businessId: string
  apiKey: string
  payoutApiKey: string
  webhookSecret: string
  /** Session of an operator with every permission. */
  dashboardSession: string
  /** Session of a read-only operator. */
  viewerSession: string
}

/** @param webhookSecret replaces the one derived from the seed */
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
