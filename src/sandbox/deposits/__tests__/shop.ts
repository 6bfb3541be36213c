import { inBusiness } from "../../__tests__/in-process"
import type { SandboxOptions } from "../../options"
import { receiveTransfer } from "../../payments/receive-transfer"
import type { TransferRequest } from "../../payments/transfer"

/** Longer than any network needs to finalize and sweep a payment. */
const LONG_MS = 60_000

export const usdcOnBase = { chain: "evm", networkId: "base-mainnet", token: "USDC" }
export const ethOnBase = { ...usdcOnBase, token: "ETH" }
export const usdcOnSolana = { chain: "sol", networkId: "sol-mainnet", token: "USDC" }
export const xlm = { chain: "stellar", networkId: "stellar-mainnet", token: "XLM" }

type Rail = typeof usdcOnBase
export type Shop = ReturnType<typeof openShop>

/** A sandbox with customers who send money. Calls that the service refuses throw. */
export function openShop(options: SandboxOptions = {}) {
  const sandbox = inBusiness(options)
  const { post, get, control, world, root, payoutKey, done, accounts: balances } = sandbox

  async function customer(externalRef = "ada"): Promise<string> {
    return String((await done(post(`${root}/customers`, { externalRef }))).id)
  }
  async function ensure(customerId: string, rail: Partial<Rail> = usdcOnBase): Promise<string> {
    const body = await done(post(`${root}/customers/${customerId}/addresses/ensure`, rail))
    return (body as { address: { address: string } }).address.address
  }
  async function intent(customerId: string, fields: Record<string, unknown> = {}) {
    const request = { ...usdcOnBase, externalOrderId: "order_1", expectedAmount: "100", ...fields }
    const key = "payoutRecipients" in fields ? payoutKey : {}
    const body = await done(post(`${root}/customers/${customerId}/auto-deposit-intents`, request, key))
    const memo = (body["memo"] as { value: string } | undefined)?.value
    return { id: String(body["id"]), depositAddress: String(body["depositAddress"]), memo, body }
  }
  /** Sends money, and waits until it is final and swept. */
  async function send(request: Omit<TransferRequest, "chain" | "networkId"> & Partial<TransferRequest>) {
    const payment = receiveTransfer(world(), { ...usdcOnBase, ...request })
    await control.advance(LONG_MS)
    return payment
  }
  async function deposits(status?: string): Promise<Record<string, unknown>[]> {
    const query = status === undefined ? "" : `?status=${status}`
    return (await get(`${root}/deposits${query}`)).body["data"] as Record<string, unknown>[]
  }
  const act = (depositId: string, action: string, body: unknown, headers = {}) =>
    post(`${root}/deposits/${depositId}/${action}`, body, headers)
  const assign = (depositId: string, intentId: string, headers = {}) =>
    act(depositId, "assign", { intentId }, headers)
  const accept = (depositId: string, headers = {}) => act(depositId, "accept", {}, headers)
  const refund = (depositId: string, headers = {}) =>
    act(depositId, "refund", {}, { ...payoutKey, ...headers })

  return {
    ...{ ...sandbox, customer, ensure, intent, send, deposits },
    ...{ assign, accept, refund, balances },
  }
}
