import type { GatewayClient } from "../../gateway/client/gateway-client"
import { REVIEW_REQUIRED, type Deposit } from "../../gateway/contract"

type Lists = Pick<GatewayClient, "listDeposits">

/** Whether the service has a deposit in review right now. There is no call for a single deposit. */
export async function isInReview(gateway: Lists, depositId: string): Promise<boolean> {
  return (await findIn(gateway.listDeposits({ status: REVIEW_REQUIRED }), depositId)) !== undefined
}

/** Looks for a deposit among those in review, and then among all. @returns undefined when it is nowhere */
export async function findAtGateway(gateway: Lists, depositId: string): Promise<Deposit | undefined> {
  return (
    (await findIn(gateway.listDeposits({ status: REVIEW_REQUIRED }), depositId)) ??
    (await findIn(gateway.listDeposits(), depositId))
  )
}

/** Reads no further than needed. */
async function findIn(deposits: AsyncIterable<Deposit>, depositId: string): Promise<Deposit | undefined> {
  for await (const deposit of deposits) if (deposit.depositId === depositId) return deposit
  return undefined
}
