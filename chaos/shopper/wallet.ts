import { createHash } from "node:crypto"
import { formatAmount, parseAmount, truncateAmount } from "../../src/gateway/amount"
import { toAddress as addressOf } from "../../src/sandbox/determinism/identifiers"
import type { Bill } from "./checkout"
import type { Controls } from "./controls"

/** As precise as the coarsest token of the plan. */
const decimals = 6
const internalDecimals = 18

/** Money that was sent. */
export interface SentTransfer {
  sessionId: string
  amount: string
  /** Address on the bill. */
  to: string
  memo: string | null
  /** The sender's address, used once: it identifies the transfer in the service's records. */
  from: string
}

/** What to send instead of what the bill says. */
export interface TransferChange {
  amount?: string
  token?: string
  canonicalAssetId?: string | null
}

/** A shopper's wallet. */
export interface Wallet {
  /** Sends money as the bill says, except for the given changes, without waiting. */
  send(bill: Bill, change?: TransferChange): SentTransfer
  /** Resolves when everything that was sent has arrived. @throws the first refusal */
  arrived(): Promise<void>
}

/** @param controls of the service, where the chains are */
export function createWallet(controls: Controls): Wallet {
  const underWay: Promise<void>[] = []
  return {
    send(bill, change = {}) {
      const { sessionId, chain, networkId, address: toAddress, memo } = bill
      const { amount, token, canonicalAssetId } = { ...bill, ...change }
      const sender = createHash("sha256").update(`${sessionId}/${underWay.length}`).digest()
      const from = addressOf(chain, sender)
      const arrival = controls.tell("/transfer", {
        ...{ toAddress, chain, networkId, token, amount, fromAddress: from },
        ...(canonicalAssetId === null ? {} : { canonicalAssetId }),
        ...(memo === null ? {} : { memo }),
      })
      // The caller that awaits all of them sees the error.
      arrival.catch(() => undefined)
      underWay.push(arrival)
      return { sessionId, amount, to: toAddress, memo, from }
    },
    async arrived() {
      await Promise.all(underWay)
    },
  }
}

/** A part of an amount, in thousandths, cut off after six decimals. @example partOf("10", 500) // "5" */
export function partOf(amount: string, thousandths: number): string {
  const part = (parseAmount(amount, internalDecimals) * BigInt(thousandths)) / 1_000n
  return truncateAmount(formatAmount(part, internalDecimals), decimals)
}

/** The rest of an amount after a part of it. */
export function rest(amount: string, part: string): string {
  const left = parseAmount(amount, internalDecimals) - parseAmount(part, internalDecimals)
  return formatAmount(left, internalDecimals)
}
