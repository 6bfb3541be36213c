import type {
  OnchainCreateDestinationBody,
  OnchainDestinationResponse,
  OnchainPayoutAccessResponse,
  OnchainWithdrawalState,
} from "../../types/http"
import { apiPath, SLOW_REFRESH_MS, useAction, useRead } from "../ui/api"

const BUSY: readonly OnchainWithdrawalState[] = ["quoted", "awaiting_approval", "sending", "sent"]

export const isBusy = (state: OnchainWithdrawalState | undefined) =>
  state !== undefined && BUSY.includes(state)

export const usePayouts = () =>
  useRead(apiPath("payouts"), {
    select: ({ payouts }: OnchainPayoutAccessResponse) => payouts,
    refreshMs: SLOW_REFRESH_MS,
  })

/** An address that exists already stays the same destination. */
export const useCreateDestination = () =>
  useAction<OnchainDestinationResponse, OnchainCreateDestinationBody>((body) => ({
    path: apiPath("destinations"),
    body,
  }))
