import type { Assumptions } from "../../gateway/assumptions"
import { intentToRecord, type Intent, type WireRecord } from "../../gateway/contract"
import type { StoredIntent } from "./stored-intent"

/** An intent as it goes over the wire, before a response's envelope. */
export function intentToWire(intent: StoredIntent, assumptions: Assumptions): WireRecord {
  return intentToRecord(intentToContract(intent, assumptions), assumptions)
}

/** An intent under the contract's names. */
export function intentToContract(intent: StoredIntent, assumptions: Assumptions): Intent {
  const { id, customerId, externalOrderId, rail, expectedAmount, receiver, createdAtMs, status } = intent
  return {
    id,
    customerId,
    externalOrderId,
    ...rail,
    expectedAmount,
    status: assumptions.statuses.intent[status],
    depositAddress: receiver.address,
    memo: receiver.memoId === undefined ? undefined : { type: "id", value: receiver.memoId },
    createdAt: new Date(createdAtMs).toISOString(),
  }
}
