import type {
  OnchainDeposit,
  OnchainDepositAction,
  OnchainDepositDetail,
  OnchainDepositListResponse,
  OnchainDepositResponse,
} from "../../../src/types/http"
import { eventually } from "./eventually"
import { USDC_ON_BASE } from "./purchase"
import type { Shopper } from "./shopper"
import type { StoreUnderTest } from "./store-suite"

/** Long enough for any network of the sandbox to make a payment final. */
export const UNTIL_FINAL_MS = 120_000

/** A signed-in customer's order that waits for a deposit to the customer's address. */
export type AwaitedDeposit = {
  customer: Shopper
  cartId: string
  orderId: string
  sessionId: string
  intentId: string
  chain: string
  networkId: string
  token: string
  canonicalAssetId: string | null
  address: string
  memo: string | null
  amount: string
}

/** Places an order as a signed-in customer, to be paid on the customer's own address. */
export async function awaitDeposit(
  store: StoreUnderTest,
  rail: string = USDC_ON_BASE,
  customer?: Shopper
): Promise<AwaitedDeposit> {
  const shopper = customer ?? (await store.shopper.signUp())
  const { cartId, sessionId } = await shopper.choose(await shopper.fillCart(), rail)
  const orderId = await shopper.placeOrder(cartId)
  const payment = await shopper.payment(sessionId)
  const intent = (await store.sandbox.intents()).find((entry) => entry.externalOrderId === sessionId)
  if (!intent || !payment.deposit_address) throw new Error("no intent was opened")
  return {
    customer: shopper,
    ...{ cartId, orderId, sessionId, intentId: intent.id },
    ...{ chain: payment.chain, networkId: payment.network_id, token: payment.token },
    canonicalAssetId: payment.canonical_asset_id,
    address: payment.deposit_address,
    memo: payment.memo,
    amount: payment.amount,
  }
}

type Transfer = Parameters<StoreUnderTest["sandbox"]["transfer"]>[0]

/** Sends money to the address an order waits at, right or wrong, and lets it become final. @returns the deposit's id */
export async function sendTo(
  store: StoreUnderTest,
  awaited: AwaitedDeposit,
  change: Partial<Transfer> = {}
): Promise<string> {
  const { chain, networkId, token, canonicalAssetId, address, memo, amount } = awaited
  const asset = change.token === undefined && canonicalAssetId !== null ? { canonicalAssetId } : {}
  const sent = await store.sandbox.transfer({
    ...{ toAddress: address, chain, networkId, token, amount, memo },
    ...asset,
    ...change,
  })
  await store.sandbox.advance(UNTIL_FINAL_MS)
  await store.quiet()
  return sent.depositId ?? ""
}

/** What an operator does with deposits, over the admin API. */
export function depositDesk({ merchant }: StoreUnderTest) {
  const path = "/admin/onchain/deposits"
  return {
    list: (query = "") => merchant.get<OnchainDepositListResponse>(`${path}${query}`),
    view: async (id: string): Promise<OnchainDepositDetail> =>
      (await merchant.get<OnchainDepositResponse>(`${path}/${id}`)).deposit,
    act: async (id: string, action: OnchainDepositAction, body: object = {}): Promise<OnchainDepositDetail> =>
      (await merchant.post<OnchainDepositResponse>(`${path}/${id}/${action}`, body)).deposit,
    sync: () => merchant.post(`${path}/sync`, {}),
    /** Waits until a deposit is in a state. */
    until: (id: string, state: OnchainDeposit["state"], withinMs?: number): Promise<OnchainDepositDetail> =>
      eventually(async () => {
        const { deposit } = await merchant.get<OnchainDepositResponse>(`${path}/${id}`)
        expect(deposit.state).toBe(state)
        return deposit
      }, withinMs),
  }
}

/** Which actions an operator can take. */
export function possibleActions({ choices }: OnchainDepositDetail): string[] {
  return Object.entries(choices).flatMap(([action, choice]) => (choice.is_possible ? [action] : []))
}
