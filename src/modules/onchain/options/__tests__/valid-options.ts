import { type OnchainOptions, type OnchainOptionsInput, parseOptions } from "../options"

/** The shortest configuration that works. */
export const validInput = {
  environment: "sandbox",
  baseUrl: "http://localhost:4000/api/v1",
  businessId: "biz_1",
  apiKey: "key_standard",
  webhookSecrets: ["whsec_newest"],
} as const satisfies OnchainOptionsInput

export const optionsWith = (change: Partial<OnchainOptionsInput> = {}): OnchainOptions =>
  parseOptions({ ...validInput, ...change })
