import { ACCOUNTS, type Account } from "../ledger/ledger"
import type { SandboxOptions } from "../options"
import { receiveTransfer } from "../payments/receive-transfer"
import type { TransferRequest } from "../payments/transfer"
import { inProcess, usdcOnBase, type Answer } from "./in-process"

/** Longer than any sweep, withdrawal or refund takes; shorter than an invoice's life. */
export const A_WHILE_MS = 5 * 60_000

export const xlm = { chain: "stellar", networkId: "stellar-mainnet", token: "XLM" }
export const usdcOnSolana = { chain: "sol", networkId: "sol-mainnet", token: "USDC" }
export { usdcOnBase }
export const XLM = "stellar-mainnet/stellar:XLM:native"

/** Addresses of a valid form that belong to nobody. */
export const destinations = {
  evm: "0x52908400098527886E0F7030069857D2E4169EE7",
  evm2: `0x${"ab".repeat(20)}`,
  sol: "Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB",
  stellar: "GBUQWP3BOUZX34TOND2QV7QQ7K7VJTG6VSE7WMLBTMDJLLAW7YKGU6EP",
}

type Fields = Record<string, unknown>
export type Business = ReturnType<typeof openBusiness>

/**
 * A business with customers who send money, which can be read from the ledger and from the API. Calls that
 * the service refuses throw, except those that resolve a deposit.
 */
export function openBusiness(options: SandboxOptions = {}) {
  const sandbox = inProcess(options)
  const { credentials, control, host, get, post } = sandbox
  const world = () => host.current()

  /** The body of an answer. @throws Error for a refusal */
  async function done(answer: Promise<Answer>): Promise<Record<string, unknown>> {
    const { status, text, body } = await answer
    if (status >= 300) throw new Error(text)
    return body
  }

  /** What each account holds of an asset in base units; empty accounts are left out. */
  function accounts(asset = "base-mainnet/USDC"): Partial<Record<Account, bigint>> {
    const { ledger } = world()
    const held = ACCOUNTS.map((account) => [account, ledger.balance(asset, account)] as const)
    return Object.fromEntries(held.filter(([, baseUnits]) => baseUnits !== 0n))
  }

  /** Events about a subject, or all events, oldest first. */
  const events = (subject?: string) =>
    control
      .deliveries()
      .filter(({ subjectId }) => subject === undefined || subjectId === subject)
      .map(({ event }) => event)

  const root = `/businesses/${credentials.businessId}`
  const payoutKey = { "x-api-key": credentials.payoutApiKey }
  let references = 0

  /** An invoice of 100 that awaits its payment. */
  async function invoice(fields: Fields = {}): Promise<string> {
    const key = "payoutRecipients" in fields ? payoutKey : {}
    const body = await done(post(`${root}/invoices`, { amount: "100", ...usdcOnBase, ...fields }, key))
    return String(body["id"])
  }
  /** A paid and settled invoice, its money on the way to the treasury. */
  async function settled(fields: Fields = {}): Promise<string> {
    const id = await invoice(fields)
    await control.pay(id)
    await control.settle(id)
    return id
  }
  /** A settled invoice whose money is swept. */
  async function fund(fields: Fields = {}): Promise<string> {
    const id = await settled(fields)
    await control.advance(A_WHILE_MS)
    return id
  }
  const askWithdrawal = (quoteId: unknown, clientReference = `ref-${references++}`) =>
    post(`${root}/withdrawals`, { quoteId, clientReference }, payoutKey)
  const quote = (fields: Fields = {}) => {
    const request = { amount: "10", ...usdcOnBase, destinationAddress: destinations.evm, ...fields }
    return done(post(`${root}/withdrawals/quote`, request, payoutKey))
  }
  /** @returns the withdrawal's id */
  async function withdraw(fields: Fields = {}): Promise<string> {
    const { id } = await quote(fields)
    return String((await done(askWithdrawal(id)))["id"])
  }
  const stateOf = async (id: string) => (await get(`${root}/withdrawals/${id}`)).body["status"]
  /** Every withdrawal, oldest first. */
  const withdrawals = () => world().withdrawals.all()

  async function rows(list: "balances" | "transactions"): Promise<Fields[]> {
    return (await get(`${root}/${list}?limit=100`)).body["data"] as Fields[]
  }

  async function customer(externalRef = "ada"): Promise<string> {
    return String((await done(post(`${root}/customers`, { externalRef })))["id"])
  }
  async function ensure(customerId: string, rail: Partial<typeof usdcOnBase> = usdcOnBase): Promise<string> {
    const { address } = await done(post(`${root}/customers/${customerId}/addresses/ensure`, rail))
    return (address as { address: string }).address
  }
  async function intent(customerId: string, fields: Fields = {}) {
    const request = { ...usdcOnBase, externalOrderId: "order_1", expectedAmount: "100", ...fields }
    const key = "payoutRecipients" in fields ? payoutKey : {}
    const body = await done(post(`${root}/customers/${customerId}/auto-deposit-intents`, request, key))
    return { id: String(body["id"]), memo: (body["memo"] as { value: string } | undefined)?.value }
  }
  /** Sends money, and waits until it is final and swept. */
  async function transfer(request: Omit<TransferRequest, "chain" | "networkId"> & Partial<TransferRequest>) {
    const payment = receiveTransfer(world(), { ...usdcOnBase, ...request })
    await control.advance(60_000)
    return payment
  }
  async function deposits(status?: string): Promise<Fields[]> {
    const query = status === undefined ? "" : `?status=${status}`
    return (await get(`${root}/deposits${query}`)).body["data"] as Fields[]
  }
  const act = (depositId: string, action: string, body: unknown, headers = {}) =>
    post(`${root}/deposits/${depositId}/${action}`, body, headers)
  const assign = (depositId: string, intentId: string) => act(depositId, "assign", { intentId })
  const accept = (depositId: string) => act(depositId, "accept", {})
  const refund = (depositId: string) => act(depositId, "refund", {}, payoutKey)
  const billing = async () => (await get("/billing/me")).body

  return {
    ...{ ...sandbox, world, root, payoutKey, done, accounts, events, invoice, settled, fund },
    ...{ askWithdrawal, quote, withdraw, stateOf, withdrawals, rows, billing },
    ...{ customer, ensure, intent, transfer, deposits, assign, accept, refund },
  }
}
