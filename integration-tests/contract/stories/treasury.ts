import { collect } from "../../../src/gateway"
import type {
  Balance,
  CreateInvoiceRequest,
  Invoice,
  Quote,
  QuoteRequest,
  Withdrawal,
} from "../../../src/gateway/contract"
import type { Scene } from "../story/scene"
import { openPaidInvoice } from "./opened-invoice"
import { usdcOnBase } from "./rails"

/** An unowned address on an evm network, in its checksummed form. */
export const EVM_DESTINATION = "0x52908400098527886E0F7030069857D2E4169EE7"
export const OTHER_EVM_DESTINATION = "0xde709f2102306220921060314715629080e2fb77"
export const STELLAR_DESTINATION = "GBUQWP3BOUZX34TOND2QV7QQ7K7VJTG6VSE7WMLBTMDJLLAW7YKGU6EP"
export const SOLANA_DESTINATION = "Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB"

/** Long enough for every sweep and every withdrawal to finish. */
export const A_WHILE_MS = 10 * 60_000

type Wallet = Pick<Scene, "gateway" | "key" | "sandbox">

/** Funds the treasury with a paid and swept invoice. */
export async function fundTreasury(
  scene: Wallet,
  request: Partial<CreateInvoiceRequest> = {}
): Promise<Invoice> {
  const invoice = await openPaidInvoice(scene, { amount: "100", ...request })
  await scene.sandbox.advance(A_WHILE_MS)
  return invoice
}

/** Quotes 10 USDC on Base to a fixed destination, except where `request` says otherwise. */
export function quote({ gateway, key }: Wallet, request: Partial<QuoteRequest> = {}): Promise<Quote> {
  const defaults = { ...usdcOnBase, amount: "10", destinationAddress: EVM_DESTINATION }
  return gateway.quoteWithdrawal({ ...defaults, ...request }, { idempotencyKey: key() })
}

/** Quotes and creates a withdrawal. */
export async function withdraw(scene: Wallet, request: Partial<QuoteRequest> = {}): Promise<Withdrawal> {
  const { id: quoteId } = await quote(scene, request)
  const idempotencyKey = scene.key()
  const clientReference = `ref-${idempotencyKey}`
  return scene.gateway.createWithdrawal({ quoteId, clientReference }, { idempotencyKey })
}

/** A withdrawal as the service shows it; where it has no call for that, as the sandbox has it. */
export async function withdrawalOf({ gateway, sandbox }: Wallet, id: string): Promise<Withdrawal> {
  if (gateway.hasWithdrawalReads) return gateway.getWithdrawal(id)
  const found = sandbox.withdrawals().find((withdrawal) => withdrawal.id === id)
  if (!found) throw new Error(`the sandbox has no withdrawal ${id}`)
  return found
}

/** The balance of an asset, or zeros. */
export async function balanceOf(
  { gateway }: Pick<Scene, "gateway">,
  rail: { networkId: string; token: string } = usdcOnBase
): Promise<Balance["amounts"]> {
  const rows = await collect(gateway.listBalances())
  const row = rows.find(({ networkId, token }) => networkId === rail.networkId && token === rail.token)
  return row?.amounts ?? { total: "0", totalHeld: "0", requiresRecovery: "0" }
}
