import { type TypedDataDomain, type TypedDataField, Wallet } from "ethers"
import { createHash } from "node:crypto"
import { setTimeout as delay } from "node:timers/promises"
import { z } from "zod"
import type { FacilitatorFate } from "../../src/sandbox/facilitator/facilitator-fate"
import type { Random } from "../plan/random"
import type { OpenSession } from "./checkout"
import type { Controls } from "./controls"
import { insist, type OnceApi, type Patience, RefusedError } from "./patient-api"
import type { SentTransfer } from "./wallet"

/** All that move the right token. */
const FATES: [FacilitatorFate, ...FacilitatorFate[]] = [
  ...(["valid", "slow", "lost", "failing", "poor", "lying", "late", "double"] as const),
]
const MOST_CALLS = 3
/** Maximum time between two calls, in milliseconds. */
const lookMs = 2_000

const Answer = z.object({
  state: z.string(),
  typed_data: z
    .object({
      domain: z.custom<TypedDataDomain>(),
      types: z.object({ TransferWithAuthorization: z.array(z.custom<TypedDataField>()) }),
      message: z.record(z.string(), z.string()),
    })
    .nullable(),
})
const Moved = z.array(z.object({ fromAddress: z.string(), toAddress: z.string(), amount: z.string() }))

/**
 * Signs one transfer, and sends its signature until the store knows the transaction, a few times at most. The facilitator has another
 * fate each time, also by the shoppers who sign meanwhile.
 *
 * @returns what the facilitator moved
 */
export async function payBySignature(
  { sessionId, token }: OpenSession,
  shopper: { once: OnceApi; controls: Controls; random: Random; patienceMs: number; patience: Patience }
): Promise<SentTransfer[]> {
  const { once, controls, random, patienceMs, patience } = shopper
  const wallet = new Wallet(`0x${createHash("sha256").update(sessionId).digest("hex")}`)
  const authorize = (body: object) =>
    insist(patienceMs, patience, async () => {
      try {
        return Answer.parse(await once.post(`/onchain/pay/${token}/authorizations`, body, {}))
      } catch (error) {
        // Paid, cancelled or expired meanwhile.
        if (error instanceof RefusedError && error.message.includes(`"code":"not_offered"`)) return null
        throw error
      }
    })
  const data = (await authorize({ from: wallet.address }))?.typed_data
  if (!data) return []
  const signature = await wallet.signTypedData(data.domain, data.types, data.message)
  for (let calls = 0; calls < MOST_CALLS; calls++) {
    await controls.tell("/facilitator-fate", { fate: random.pick(FATES) })
    const answer = await authorize({ from: wallet.address, signature })
    if (answer === null || answer.state === "settled") break
    await delay(random.between(0, lookMs))
  }
  const moved = Moved.parse(await controls.read("/payments"))
  return moved
    .filter(({ fromAddress }) => fromAddress.toLowerCase() === wallet.address.toLowerCase())
    .map(({ amount, toAddress: to, fromAddress: from }) => ({ sessionId, amount, to, memo: null, from }))
}
