import { toast } from "@medusajs/ui"
import type {
  OnchainCustomerResponse,
  OnchainDepositAction,
  OnchainDepositProposal,
  OnchainDepositResponse,
  OnchainDepositState,
} from "../../types/http"
import { apiPath, AREAS, busyRefresh, useAction, useRead } from "../ui/api"
import { useTexts } from "../ui/texts"

const BUSY: readonly OnchainDepositState[] = ["processing", "refund_pending"]
const area = AREAS.deposits
const keyOf = (id: string) => [...area, "detail", id]

export function useDeposit(id: string) {
  return useRead({
    key: keyOf(id),
    path: apiPath("deposits", id),
    select: ({ deposit }: OnchainDepositResponse) => deposit,
    refreshMs: (answer) => busyRefresh(answer !== undefined && BUSY.includes(answer.deposit.state)),
  })
}

export function useCustomer(id: string) {
  return useRead({
    key: [...area, "customer", id],
    path: apiPath("customers", id),
    select: ({ customer }: OnchainCustomerResponse) => customer,
    refreshMs: false,
  })
}

/** A decision about a deposit. An assignment names its intent. */
export type Decision =
  { action: "assign"; intentId: string } | { action: Exclude<OnchainDepositAction, "assign"> }

export function useDepositAction(id: string) {
  return useAction<OnchainDepositResponse, Decision>({
    request: (decision) => ({
      path: apiPath("deposits", id, decision.action),
      body: decision.action === "assign" ? { intent_id: decision.intentId } : {},
    }),
    replaces: () => keyOf(id),
    stale: [area],
  })
}

export function useDepositLink(id: string) {
  return useAction<OnchainDepositResponse, OnchainDepositProposal>({
    request: ({ payment_id }) => ({ path: apiPath("deposits", id, "link"), body: { payment_id } }),
    stale: [area],
  })
}

/** Makes the server read the provider's lists now, for a deposit whose webhook has not come. */
export function useDepositSync() {
  const { t } = useTexts()
  const { mutate, isPending } = useAction({
    request: () => ({ path: apiPath("deposits", "sync") }),
    stale: [area],
  })
  const onError = ({ message }: Error) => toast.error(t("deposits.refreshFailed", { message }))
  return { isBusy: isPending, run: () => mutate(undefined, { onError }) }
}
