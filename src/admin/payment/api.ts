import type {
  OnchainOrderResponse,
  OnchainPaymentDetail,
  OnchainPaymentDetailResponse,
} from "../../types/http"
import { apiPath, busyRefresh, useRead } from "../ui/api"

const LIVE: readonly string[] = ["preparing", "confirming", "settled"]
/** Something of it changes within seconds, such as its confirmations. */
const isLive = ({ status, attempts }: OnchainPaymentDetail) =>
  LIVE.includes(status.sentence) || attempts.some(({ state }) => state === "confirming")

export const usePayment = (id: string) =>
  useRead(apiPath("payments", id), {
    select: ({ payment }: OnchainPaymentDetailResponse) => payment,
    refreshMs: (answer) => busyRefresh(answer !== undefined && isLive(answer.payment)),
  })

export const useOrderPayments = (id: string) =>
  useRead(apiPath("orders", id), {
    select: ({ order }: OnchainOrderResponse) => order,
    refreshMs: (answer) => busyRefresh(answer?.order.payments.some(isLive) ?? false),
  })
