import type { GatewayClient } from "../../gateway/client/gateway-client"
import { findInList, type Found } from "../../gateway/client/pages"
import { REVIEW_REQUIRED, type Deposit } from "../../gateway/contract"

type Lists = Pick<GatewayClient, "listDeposits">

/**
 * Whether the service has a deposit in review right now: `absent` when it is not in the whole list, `unknown` when it is not in an
 * incomplete one. There is no call for a single deposit.
 */
export function findInReview(gateway: Lists, depositId: string): Promise<Found<Deposit>> {
  return findInList(gateway.listDeposits({ status: REVIEW_REQUIRED }), (one) => one.depositId === depositId)
}

/** Looks for a deposit among those in review, and then among all. */
export async function findAtGateway(gateway: Lists, depositId: string): Promise<Found<Deposit>> {
  const inReview = await findInReview(gateway, depositId)
  if (inReview.kind === "found") return inReview
  return findInList(gateway.listDeposits(), (one) => one.depositId === depositId)
}
