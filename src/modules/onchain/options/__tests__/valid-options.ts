import { ConfigurationError, type OnchainOptions, type OnchainOptionsInput, parseOptions } from "../options"

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

/** What is wrong with these options; nothing when they are accepted. */
export function problemsOf(input: unknown): readonly string[] {
  try {
    parseOptions(input)
    return []
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems
    throw error
  }
}

export const problemsWith = (change: object) => problemsOf({ ...validInput, ...change })
