import { useQuery } from "@tanstack/react-query"
import type { OnchainWithdrawalResponse, OnchainWithdrawalState } from "../../types/http"
import { sdk } from "../lib/sdk"
import { queryKeys } from "./query-keys"

/** States in which something is about to happen, a quote's end among it: those are asked for more often. */
const RESTLESS: readonly OnchainWithdrawalState[] = ["quoted", "awaiting_approval", "sending", "sent"]
const RESTLESS_REFRESH_MS = 3_000
const REFRESH_MS = 15_000

/** A withdrawal with what can be done about it, read again while it is looked at. */
export function useWithdrawal(id: string) {
  return useQuery({
    queryKey: queryKeys.withdrawal(id),
    queryFn: () =>
      sdk.client.fetch<OnchainWithdrawalResponse>(`/admin/onchain/withdrawals/${encodeURIComponent(id)}`),
    select: ({ withdrawal }) => withdrawal,
    refetchInterval: ({ state }) => refreshOf(state.data?.withdrawal.state),
  })
}

/** How soon a withdrawal in a state is read again, in milliseconds. */
export function refreshOf(state: OnchainWithdrawalState | undefined): number {
  return state && RESTLESS.includes(state) ? RESTLESS_REFRESH_MS : REFRESH_MS
}
