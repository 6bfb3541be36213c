/** Why the service refused, where no list of ours has its code. Lower case, because a sentence goes on with it. */
export const NO_REASON = "it gave no reason that is known here, and nothing was done"

/**
 * What to do about a code that no list of ours has. No period at its end: a sentence goes on.
 *
 * @param code of the service @example unknownCodeInWords("QUOTE_EXPIRED")
 */
export function unknownCodeInWords(code: string): string {
  return (
    `If the provider's documentation explains ${code}, put its meaning into assumptions.errors.categories, ` +
    `such as { "${code}": "conflict" }`
  )
}

/**
 * Names a refusal for the operator and the provider's support, in the provider's own word.
 *
 * @example codeInWords({ code: "CONFLICT", serviceCode: "quote_expired", requestId: "req_1" })
 * // "quote_expired, request req_1"
 */
export function codeInWords({
  code,
  serviceCode = code,
  requestId,
}: {
  code: string
  serviceCode?: string | undefined
  requestId?: string | undefined
}): string {
  return requestId === undefined ? serviceCode : `${serviceCode}, request ${requestId}`
}
