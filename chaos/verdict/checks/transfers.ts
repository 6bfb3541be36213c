import { compareAmounts, parseAmount } from "../../../src/gateway/amount"
import { fates } from "../../plan/fate"
import type { Check } from "../check"
import { groupBy } from "../grouping"
import type { Trace } from "../traces"

/** The address and memo shown to a shopper decide where the money goes: a wrong one loses it. */
export const transfersArrive: Check = {
  name: "money_goes_where_it_was_meant",
  title: "a shopper's transfer counts for its payment, unless the shopper made a mistake",
  findViolations({ traces, sessions, gateway }) {
    const wrong = traces.flatMap((trace) => {
      const mistake = findMistake(trace)
      const { visit, sent } = trace
      const what = `${sent.amount} of shopper ${visit.index} (${visit.fate}) for session ${sent.sessionId}`
      return mistake === null ? [] : [`${what}: ${mistake}`]
    })
    const senders = new Set(traces.map(({ sent }) => sent.from))
    const strange = gateway.transfers.flatMap(({ fromAddress, txHash }) =>
      senders.has(fromAddress) ? [] : [`transfer ${txHash} has no sender`]
    )
    const counted = groupBy(traces, ({ attempt }) => attempt?.attempt_id ?? "")
    const unequal = sessions.flatMap(({ payment, received }) => {
      const own = counted.get(payment.attempt_id) ?? []
      const sent = own.reduce((sum, trace) => sum + parseAmount(trace.sent.amount, payment.decimals), 0n)
      if (sent === received) return []
      return [
        `attempt ${payment.attempt_id} of session ${payment.session_id} has ${received} base units, shoppers sent ${sent}`,
      ]
    })
    return [...wrong, ...strange, ...unequal]
  },
}

/** Whether it was sent to an attempt's address. EVM addresses are case-insensitive. */
function isAt(
  { deposit_address: address, memo }: NonNullable<Trace["attempt"]>,
  sent: Trace["sent"]
): boolean {
  const plain = (text: string | null) => (text?.startsWith("0x") ? text.toLowerCase() : text)
  return plain(address) === plain(sent.to) && memo === sent.memo
}

/** What is wrong about where a transfer went, or null. */
function findMistake({
  visit,
  sent,
  index,
  arrived,
  countsFor,
  attempt,
  strayReason,
  expectedFor,
}: Trace): string | null {
  if (!arrived) return strayReason
  if (compareAmounts(arrived.amount, sent.amount) !== 0) return `it arrived as ${arrived.amount}`
  const { astray } = fates[visit.fate]
  const mayStray = astray !== undefined && index >= astray.from
  if (countsFor !== null) {
    if (countsFor !== sent.sessionId) return `it counts for session ${countsFor}`
    if (!attempt) return "it counts for an unknown attempt"
    if (!isAt(attempt, sent)) return `it counts for attempt ${attempt.attempt_id}, which has another address`
    return mayStray && astray.isCertain ? "it counts, and must not" : null
  }
  if (!mayStray || strayReason !== astray.reason) return `it does not count: ${strayReason}`
  if (expectedFor !== null && expectedFor !== sent.sessionId)
    return `it is attached to session ${expectedFor}`
  return null
}
