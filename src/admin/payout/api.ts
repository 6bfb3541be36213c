import type {
  OnchainPayoutAccessResponse,
  OnchainRequestWithdrawalBody,
  OnchainWithdrawalResponse,
  OnchainWithdrawalState,
} from "../../types/http"
import { apiPath, AREAS, busyRefresh, SLOW_REFRESH_MS, useAction, useRead } from "../ui/api"
import { toWithdrawalCall, type WithdrawalDecision } from "./decision"

const BUSY: readonly OnchainWithdrawalState[] = ["quoted", "awaiting_approval", "sending", "sent"]

export const isBusy = (state: OnchainWithdrawalState | undefined) =>
  state !== undefined && BUSY.includes(state)

const keyOf = (id: string) => [...AREAS.out, "withdrawals", "detail", id]

export function usePayouts() {
  return useRead({
    key: [...AREAS.out, "payouts"],
    path: apiPath("payouts"),
    select: ({ payouts }: OnchainPayoutAccessResponse) => payouts,
    refreshMs: SLOW_REFRESH_MS,
  })
}

export function useWithdrawal(id: string) {
  return useRead({
    key: keyOf(id),
    path: apiPath("withdrawals", id),
    select: ({ withdrawal }: OnchainWithdrawalResponse) => withdrawal,
    refreshMs: (answer) => busyRefresh(isBusy(answer?.withdrawal.state)),
  })
}

/** Sends no money; the same `request_id` is the same request. */
export function useRequestWithdrawal() {
  return useAction<OnchainWithdrawalResponse, OnchainRequestWithdrawalBody>({
    request: (body) => ({ path: apiPath("withdrawals"), body }),
    replaces: ({ withdrawal }) => keyOf(withdrawal.id),
    stale: [AREAS.out],
  })
}

/** The server lets one confirmation of one quote stand. */
export function useWithdrawalAction(id: string) {
  return useAction<OnchainWithdrawalResponse, WithdrawalDecision>({
    request: (decision) => {
      const { path, body } = toWithdrawalCall(decision)
      return { path: apiPath("withdrawals", id, path), body }
    },
    replaces: () => keyOf(id),
    stale: [AREAS.out],
  })
}
