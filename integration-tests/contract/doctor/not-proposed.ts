import type { Assumptions } from "../../../src/gateway/assumptions"
import { isRecord } from "../../../src/gateway/contract"

/** No answer of a service shows these: the store chooses them, or only the sandbox uses them. */
const NOT_OF_ANSWERS = [
  "signature.toleranceMs",
  ...["list.pageSize", "list.maxPageSize", "list.defaultPageSize"],
  "rateLimit.retryHeaderForm",
  ...["errors.detailForm", "errors.statuses.insufficientBalance", "errors.statuses.webhookCooldown"],
  ...["errors.statuses.billing", "errors.statuses.cacheCoordinationUnavailable"],
  ...["minimums.intentUsd", "minimums.invoiceUsd"],
  ...["idempotency.maxKeyLength", "idempotency.retentionMs", "events.trustWithdrawals"],
]

/** What the doctor leaves at its default, by service; each line says why nothing is lost. */
export const notProposed: Readonly<Record<string, readonly string[]>> = {
  defaults: [],
  "other service": [
    // Cursors are found by `auto`, and the other forms are not used.
    ...["list.paging", "list.pageParam", "list.firstPage", "list.offsetParam", "list.nextLinkFields"],
    // Codes of 429 and 5xx count by their status.
    ...["errors.categories.SLOW_DOWN", "errors.categories.outage"],
    // A field that is not there is not read.
    ...["fields.transaction.invoiceId", "fields.transaction.depositId", "fields.transaction.withdrawalId"],
    // The service answers intents when they are created, and never later.
    ...["statuses.intent.replaced", "statuses.intent.matched"],
    // No transaction was in these states.
    ...["statuses.transaction.pending", "statuses.transaction.failed"],
    // `auto` means net until a payout is gross.
    "transactions.payoutAmounts",
  ],
  "nested service": ["fields.transaction.direction", "fields.transaction.reference"],
  "terse service": [
    "fields.transaction.reference",
    "statuses.transaction.pending",
    // Words of transactions are compared without case.
    ...["transactions.receipt", "transactions.payout"],
  ],
}

/**
 * Settings that would read the service differently than its own.
 *
 * Where several values are tried, the one that the service writes has to be among them: the last of a set. A
 * second code of one meaning is never written.
 */
export function differences(proposed: Assumptions, own: Assumptions): string[] {
  return compare([], proposed, own).filter((setting) => !NOT_OF_ANSWERS.includes(setting))
}

function compare(path: readonly string[], proposed: unknown, own: unknown): string[] {
  if (isRecord(own))
    return Object.entries(own)
      .filter(([name]) => !isOvershadowed(own, name, path))
      .flatMap(([name, value]) =>
        compare([...path, name], isRecord(proposed) ? proposed[name] : undefined, value)
      )
  const isSame = Array.isArray(own)
    ? Array.isArray(proposed) && proposed.includes(writtenOf(own, path))
    : proposed === own
  return isSame ? [] : [path.join(".")]
}

/** Of the headers of a wait, the sandbox writes the first; of everything else, the last. */
function writtenOf(values: readonly unknown[], path: readonly string[]): unknown {
  return path.at(-1) === "retryHeaders" ? values[0] : values.at(-1)
}

function isOvershadowed(own: Record<string, unknown>, code: string, path: readonly string[]): boolean {
  if (path.join(".") !== "errors.categories") return false
  const sameMeaning = Object.keys(own).filter((other) => own[other] === own[code])
  return sameMeaning.at(-1) !== code
}
