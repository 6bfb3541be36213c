import { createGatewayClient, rowsOf, type CreateInvoiceRequest } from "../../../src/gateway"
import type { SandboxProcess } from "./sandbox-process"

/** Long enough for a payment to reach the treasury. */
export const UNTIL_SWEPT_MS = 60_000

export type FundedAsset = { networkId: string; token: string }
export const USDC: FundedAsset = { networkId: "base-mainnet", token: "USDC" }

let fundings = 0

/**
 * Funds the treasury without an order of this store: an invoice of the service, paid in full. The service keeps its
 * fee.
 */
export async function fundTreasury(
  { sandbox, origin }: { sandbox: SandboxProcess; origin: string },
  amount: string,
  { networkId, token }: FundedAsset = USDC,
  { isSwept = true } = {}
): Promise<void> {
  await catchUp(sandbox)
  const { businessId = "", apiKey = "" } = sandbox.credentials
  const gateway = createGatewayClient({ baseUrl: sandbox.url, businessId, apiKey })
  const request: CreateInvoiceRequest = { ...(await railOf(gateway, { networkId, token })), amount }
  await sandbox.setWebhook(null)
  const { id } = await gateway.createInvoice(request, { idempotencyKey: `fund_${Date.now()}_${fundings++}` })
  await sandbox.payInFull(id)
  if (isSwept) await sandbox.advance(UNTIL_SWEPT_MS)
  await sandbox.setWebhook(`${origin}/hooks/onchain`)
}

/** Brings the sandbox's clock to now where it is behind: its quotes end by it, and the store uses real time. */
export async function catchUp(sandbox: SandboxProcess): Promise<void> {
  const { now } = await sandbox.advance(0)
  const behindMs = Date.now() - Date.parse(now)
  if (behindMs > 0) await sandbox.advance(behindMs)
}

/** Balances of an asset by account, decimals in token units. */
export async function accountsOf(
  sandbox: SandboxProcess,
  { networkId, token }: FundedAsset = USDC
): Promise<{ outside: string; reserved: string; treasury: string }> {
  const rows = await sandbox.ledger()
  const row = rows.find((one) => one.networkId === networkId && one.token === token)
  if (!row) throw new Error(`${token} on ${networkId} never moved`)
  const { outside, reserved, treasury } = row.accounts
  return { outside, reserved, treasury }
}

async function railOf(gateway: ReturnType<typeof createGatewayClient>, { networkId, token }: FundedAsset) {
  for await (const one of rowsOf(gateway.listTokens({ networkId }))) {
    if (one.token !== token) continue
    const { chain, canonicalAssetId } = one
    const isNamed = chain === "stellar" && canonicalAssetId !== undefined
    return { chain, networkId, token, ...(isNamed ? { canonicalAssetId } : {}) }
  }
  throw new Error(`${token} is not on ${networkId}`)
}
