import { MedusaError } from "@medusajs/framework/utils"
import type { OnchainSentence } from "../types/http"
import { inEnglish, sentence, type Words } from "../words/say"

/** What to do about a code that no list of ours has. No period at its end: a sentence goes on. */
export const unknownCode = (code: string) => sentence("unknown_code", { code })
export const unknownCodeInWords = (code: string) => inEnglish([unknownCode(code)])

/** `code` is the provider's, or one of ours. `requestId` is for the provider's support. */
export type RefusalFacts = { code: string; serviceCode?: string | undefined; requestId?: string | undefined }

/** Names a refusal for the operator and the provider's support, in the provider's own word. */
export function namedCode({ code, serviceCode = code, requestId }: RefusalFacts): OnchainSentence | string {
  return requestId === undefined ? serviceCode : sentence("code_of_request", { code: serviceCode, requestId })
}

/** An error whose sentences the admin shows in its language: the API answers them as `details`. Text of the provider or the store stays as it is. @param field of the request that it is about */
export function refused(type: string, words: Words | string, code?: string, field?: string): MedusaError {
  if (typeof words === "string") return new MedusaError(type, words, code)
  const message = field === undefined ? inEnglish(words) : `${field}: ${inEnglish(words)}`
  return Object.assign(new MedusaError(type, message, code), { details: words })
}
