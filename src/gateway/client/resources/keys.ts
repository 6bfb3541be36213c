import { GatewayError } from "../errors"
import type { Connection } from "../connection"

/** Name of the check in reports: its refusal is an answer like any other. */
export const PAYOUT_KEY_CHECK = "verifyPayoutKey"

export type KeyCalls = {
  /**
   * Asks whether the service knows the payout key, without moving or quoting anything.
   *
   * Reads the balances with it. A key that is unknown is refused with 401; one that is known and may not read, which
   * the document leaves open, with 403.
   *
   * @throws GatewayError `UNAUTHORIZED` for a key that is unknown, `NOT_FOUND` for one of another business
   * @see service-interface "Authentication"
   */
  verifyPayoutKey(): Promise<void>
}

export function keyCalls({ send }: Connection): KeyCalls {
  return {
    async verifyPayoutKey() {
      try {
        await send("listBalances", { payoutCheck: PAYOUT_KEY_CHECK }, () => undefined)
      } catch (error) {
        if (error instanceof GatewayError && error.status === 403) return
        throw error
      }
    },
  }
}
