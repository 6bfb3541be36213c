/** The reason of a refusal with a code that no list of ours has. Lower case, because a sentence goes on with it. */
export const UNKNOWN_CODE =
  "it gave no reason that is known here, and nothing was done. If its documentation explains the code, put its meaning into " +
  "assumptions.errors.categories"

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
