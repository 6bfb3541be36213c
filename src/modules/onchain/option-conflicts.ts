/**
 * Finds options that do not go together. Looks at the input itself, so that they are told beside the problems
 * that the schema finds.
 */
export function findConflicts(input: unknown): string[] {
  if (!isRecord(input)) return []
  return [...checkTransport(input), ...checkCollection(input), ...checkPayouts(input)]
}

function checkTransport(input: Fields): string[] {
  if (typeof input.baseUrl !== "string" || !URL.canParse(input.baseUrl)) return []
  const url = new URL(input.baseUrl)
  const problems: string[] = []
  if (input.environment === "live" && url.protocol === "http:") {
    problems.push(`baseUrl: found an http address, expected https when environment is "live"`)
  }
  if (url.username || url.password || url.search || url.hash) {
    problems.push("baseUrl: found a login, query or fragment, expected the plain address of the service")
  }
  return problems
}

/** A shop that waits for assignments which never come would capture nothing. */
function checkCollection({ collection, assignmentMode }: Fields): string[] {
  if (collection !== "auto_deposit" || assignmentMode !== "ledger_only") return []
  return [
    `collection: found "auto_deposit" beside assignmentMode "ledger_only", in which the service never attaches a deposit ` +
      `to an order, so that no order would ever be captured; expected "invoice" or "auto", or the mode intent_required ` +
      `in the service's dashboard and here`,
  ]
}

function checkPayouts({ rails, payoutApiKey, apiKey }: Fields): string[] {
  if (payoutApiKey !== undefined && payoutApiKey === apiKey)
    return ["payoutApiKey: found the same key as apiKey, expected the payout key, which is another one"]
  if (payoutApiKey !== undefined || !Array.isArray(rails)) return []
  const isPaidOn = rails.some(
    (rule) => isRecord(rule) && (rule.payoutRouteId !== undefined || rule.payoutRecipients !== undefined)
  )
  return isPaidOn ? ["payoutApiKey: found nothing, expected the payout key because rails have a payout"] : []
}

type Fields = Record<PropertyKey, unknown>

function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null
}
