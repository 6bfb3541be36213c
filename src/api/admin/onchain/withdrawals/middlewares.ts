import type { MiddlewareRoute } from "@medusajs/framework/http"
import { checkBody, checkQuery } from "../../../request-params"
import {
  acknowledgeWithdrawalBody,
  adoptWithdrawalBody,
  consentBody,
  endWithdrawalBody,
  requestWithdrawalBody,
  withdrawalListParams,
  writeOffWithdrawalBody,
} from "./validators"

export const withdrawalMiddlewares: MiddlewareRoute[] = [
  checkQuery("/withdrawals", withdrawalListParams),
  checkBody("/withdrawals", requestWithdrawalBody),
  checkBody("/withdrawals/:id/confirm", consentBody),
  checkBody("/withdrawals/:id/approve", consentBody),
  checkBody("/withdrawals/:id/adopt", adoptWithdrawalBody),
  checkBody("/withdrawals/:id/write-off", writeOffWithdrawalBody),
  checkBody("/withdrawals/:id/end", endWithdrawalBody),
  checkBody("/withdrawals/:id/acknowledge", acknowledgeWithdrawalBody),
]
