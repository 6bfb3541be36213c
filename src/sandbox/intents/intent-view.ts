import type { Assumptions } from "../../gateway/assumptions"
import { intentToRecord, type WireRecord } from "../../gateway/contract"
import type { StoredIntent } from "./stored-intent"

/** An intent as it goes over the wire, before a response's envelope. */
export function intentToWire(intent: StoredIntent, assumptions: Assumptions): WireRecord {
  const { id, customerId, externalOrderId, rail, expectedAmount, receiver, createdAtMs, status } = intent
  return intentToRecord(
    {
      id,
      customerId,
      externalOrderId,
      ...rail,
      expectedAmount,
      status: assumptions.statuses.intent[status],
      depositAddress: receiver.address,
      memo: receiver.memoId === undefined ? undefined : { type: "id", value: receiver.memoId },
      createdAt: new Date(createdAtMs).toISOString(),
    },
    assumptions
  )
}
