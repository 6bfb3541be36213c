import { createGatewayClient, rowsOf } from "../../../src/gateway"
import { parseAmount } from "../../../src/gateway/amount"
import type { SandboxProcess } from "./sandbox-process"

/** More than any token here has. */
const DECIMALS = 18
/** Amount in units that fit all tokens; may have a minus sign. */
export const unitsOf = (amount: string) =>
  amount.startsWith("-") ? -parseAmount(amount.slice(1), DECIMALS) : parseAmount(amount, DECIMALS)

/** Balances of the service's ledger accounts that payouts move, all assets together. */
export type Holdings = { outside: bigint; fees: bigint; treasury: bigint; reserved: bigint }

export async function holdingsOf(sandbox: SandboxProcess): Promise<Holdings> {
  const rows = await sandbox.ledger()
  const sum = (account: keyof Holdings) =>
    rows.reduce((total, { accounts }) => total + unitsOf(accounts[account]), 0n)
  return { outside: sum("outside"), fees: sum("fees"), treasury: sum("treasury"), reserved: sum("reserved") }
}

/** Payouts according to the ledger: how many moves, and how much went to each destination. */
export async function paidByPlace(
  sandbox: SandboxProcess
): Promise<{ moves: number; byPlace: Map<string, bigint> }> {
  const { businessId = "", apiKey = "" } = sandbox.credentials
  const gateway = createGatewayClient({ baseUrl: sandbox.url, businessId, apiKey })
  const places = new Map(
    (await sandbox.withdrawals()).map(({ id, networkId, destinationAddress = "", memo }) => [
      id,
      placeKey(networkId, destinationAddress, memo),
    ])
  )
  const byPlace = new Map<string, bigint>()
  let moves = 0
  for await (const { type, reference = "", amount = "0" } of rowsOf(gateway.listTransactions())) {
    if (type !== "payout") continue
    moves++
    const place = places.get(reference) ?? `nobody's ${reference}`
    byPlace.set(place, (byPlace.get(place) ?? 0n) + unitsOf(amount))
  }
  return { moves, byPlace }
}

/** Names a destination the same way as the service and the store do. */
export function placeKey(networkId: string, address: string, memo: string | null | undefined): string {
  return [networkId, networkId === "base-mainnet" ? address.toLowerCase() : address, memo ?? ""].join(" ")
}
