import { type TypedDataDomain, type TypedDataField, Wallet } from "ethers"
import { createHash } from "node:crypto"
import { z } from "zod"
import type { FacilitatorFate } from "../../src/sandbox/facilitator/facilitator-routes"
import type { Random } from "../plan/random"
import type { OpenSession } from "./checkout"
import type { Controls } from "./controls"
import { insist, type OnceApi, type Patience, RefusedError } from "./patient-api"
import type { SentTransfer } from "./wallet"

/** Those after which the sender's address still names at most one transfer, of the right token. */
const FATES: readonly FacilitatorFate[] = ["valid", "slow", "lost", "failing", "poor", "lying", "late"]

const Answer = z.object({
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
 * Signs a payment for a facilitator that does what it likes, and repeats the same call until the store answers.
 *
 * @returns what the facilitator moved
 */
export async function payBySignature(
  { sessionId, token }: OpenSession,
  shopper: { once: OnceApi; controls: Controls; random: Random; patienceMs: number; patience: Patience }
): Promise<SentTransfer[]> {
  const { once, controls, random, patienceMs, patience } = shopper
  const wallet = new Wallet(`0x${createHash("sha256").update(sessionId).digest("hex")}`)
  const [first = "valid", ...others] = FATES
  await controls.tell("/facilitator-fate", { fate: random.pick([first, ...others]) })
  const authorize = (body: object) =>
    insist(patienceMs, patience, async () => {
      try {
        return Answer.parse(await once.post(`/onchain/pay/${token}/authorizations`, body, {})).typed_data
      } catch (error) {
        // Paid, cancelled or expired meanwhile.
        if (error instanceof RefusedError && error.status === 400) return null
        throw error
      }
    })
  const data = await authorize({ from: wallet.address })
  if (data === null) return []
  const signature = await wallet.signTypedData(data.domain, data.types, data.message)
  await authorize({ from: wallet.address, signature })
  const moved = Moved.parse(await controls.read("/payments"))
  return moved
    .filter(({ fromAddress }) => fromAddress.toLowerCase() === wallet.address.toLowerCase())
    .map(({ amount, toAddress: to, fromAddress: from }) => ({ sessionId, amount, to, memo: null, from }))
}
