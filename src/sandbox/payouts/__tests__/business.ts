import { inBusiness, usdcOnBase } from "../../__tests__/in-process"
import type { SandboxOptions } from "../../options"

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

/**
 * A business whose money can be read from the ledger and from the API. Calls that the service refuses throw.
 */
export function openBusiness(options: SandboxOptions = {}) {
  const sandbox = inBusiness(options)
  const { post, get, control, world, root, payoutKey, done } = sandbox
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
  const billing = async () => (await get("/billing/me")).body

  return {
    ...{ ...sandbox, invoice, settled, fund, askWithdrawal, quote, withdraw },
    ...{ stateOf, withdrawals, rows, billing },
  }
}
