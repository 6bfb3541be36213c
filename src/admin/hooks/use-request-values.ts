import { useState } from "react"
import { EMPTY_REQUEST, type RequestValues } from "../withdrawals/request"
import { newRequestId } from "../withdrawals/request-id"

/**
 * What the form for a new withdrawal holds, with the id of its request: made once for these values, so that a second press
 * is the same request, and a new one when a value changes or the server has refused.
 */
export function useRequestValues() {
  const [{ values, requestId }, set] = useState(() => ({ values: EMPTY_REQUEST, requestId: newRequestId() }))
  return {
    values,
    requestId,
    change: (part: Partial<RequestValues>) =>
      set((current) => ({ values: { ...current.values, ...part }, requestId: newRequestId() })),
    renew: () => set((current) => ({ ...current, requestId: newRequestId() })),
  }
}
