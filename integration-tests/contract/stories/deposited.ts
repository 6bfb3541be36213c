import { collect } from "../../../src/gateway"
import type { CreateIntentRequest, Deposit, Intent, Invoice } from "../../../src/gateway/contract"
import type { Payment } from "../../../src/sandbox"
import type { Scene } from "../story/scene"
import { openAddress } from "./opened-customer"
import { usdcOnBase } from "./rails"
import { A_WHILE_MS } from "./treasury"

type Rail = { chain: string; networkId: string; token: string }
type Transfer = Parameters<Scene["sandbox"]["transfer"]>[0]

/** Sends money to an address and waits until it is final. */
export async function deposit(
  { sandbox }: Pick<Scene, "sandbox">,
  toAddress: string,
  transfer: Omit<Transfer, "toAddress">
): Promise<Payment> {
  const payment = await sandbox.transfer({ toAddress, ...transfer })
  await sandbox.advance(A_WHILE_MS)
  return payment
}

/** A customer with an address on a rail, and an intent of 100 of its token for `order_1`. */
export async function openIntent(
  scene: Pick<Scene, "gateway" | "key">,
  rail: Rail,
  request: Partial<CreateIntentRequest> = {}
): Promise<{ intent: Intent; customerId: string; externalRef: string | undefined; address: string }> {
  const { customer, address } = await openAddress(scene, rail)
  const intent = await createIntent(scene, customer.id, rail, request)
  return { intent, customerId: customer.id, externalRef: customer.externalRef, address }
}

/** An intent of 100 for `order_1`, except where `request` says otherwise. */
export function createIntent(
  { gateway, key }: Pick<Scene, "gateway" | "key">,
  customerId: string,
  { chain, networkId, token }: Rail,
  request: Partial<CreateIntentRequest> = {}
): Promise<Intent> {
  const defaults = { customerId, chain, networkId, token, externalOrderId: "order_1", expectedAmount: "100" }
  return gateway.createIntent({ ...defaults, ...request }, { idempotencyKey: key() })
}

/** Deposits in review. */
export function inReview({ gateway }: Pick<Scene, "gateway">): Promise<Deposit[]> {
  return collect(gateway.listDeposits({ status: "review_required" }))
}

/** The only deposit in review. */
export async function onlyReview(scene: Pick<Scene, "gateway">): Promise<Deposit> {
  const [first, ...others] = await inReview(scene)
  if (!first || others.length > 0) throw new Error(`${others.length + (first ? 1 : 0)} deposits in review`)
  return first
}

/** A deposit of 100 USDC on Base in review, of a new customer without an intent. */
export async function openReview(
  scene: Pick<Scene, "gateway" | "key" | "sandbox">,
  transfer: Partial<Transfer> = {}
) {
  const { customer, address } = await openAddress(scene, usdcOnBase)
  const payment = await deposit(scene, address, { ...usdcOnBase, amount: "100", ...transfer })
  return { ...(await onlyReview(scene)), customer, address, payment }
}

/** The only invoice of the business. */
export async function onlyInvoice({ gateway }: Pick<Scene, "gateway">): Promise<Invoice> {
  const [first, ...others] = await collect(gateway.listInvoices())
  if (!first || others.length > 0) throw new Error(`${others.length + (first ? 1 : 0)} invoices`)
  return gateway.getInvoice(first.id)
}
