import { z } from "zod"
import type {
  SignedTransfer,
  TransferKind,
  TransferRequirement,
} from "../../../domain/payment/transfer-authorization"
import type { OnchainOptions } from "../options/options"
import { AnswerCache, readText } from "../rates/price-sources"

const TIMEOUT_MS = 10_000
/** A facilitator may wait for its transaction to be mined. */
const SETTLE_TIMEOUT_MS = 25_000
const CACHE = { cacheMs: 10 * 60_000, maxAgeMs: 60 * 60_000 }

const supportedSchema = z.object({
  kinds: z.array(
    z.object({
      x402Version: z.number(),
      scheme: z.string(),
      network: z.string(),
      extra: z.looseObject({ name: z.string().optional(), version: z.string().optional() }).nullish(),
    })
  ),
})
const verifySchema = z.object({ isValid: z.boolean(), invalidReason: z.string().nullish() })
const settleSchema = z.object({
  success: z.boolean(),
  errorReason: z.string().nullish(),
  transaction: z.string().nullish(),
})

export type Settlement =
  { kind: "settled"; transaction: string } | { kind: "declined" | "unknown"; reason: string }

type SignedPayment = { transfer: SignedTransfer; signature: string; requirement: TransferRequirement }

/**
 * Calls the facilitator of the option `x402`, which sends signed transfers and pays their network fee. It holds no key of ours, and
 * its answers decide about no order. It receives what is public on the chain afterwards, and not the link of the page.
 *
 * @see x402 version 2, "Facilitator Interface"
 */
export class Facilitator {
  private readonly supported: AnswerCache<z.infer<typeof supportedSchema>>

  constructor(
    private readonly options: Pick<OnchainOptions, "x402">,
    clock: () => number
  ) {
    this.supported = new AnswerCache(clock)
  }

  /** False where it does not answer, or names another domain for signatures than the table of tokens. */
  async supports({ network, scheme, extra }: TransferKind): Promise<boolean> {
    const { facilitator } = this.options.x402 ?? {}
    if (facilitator === undefined) return false
    try {
      const { value } = await this.supported.get(facilitator, CACHE, async () =>
        supportedSchema.parse(await this.call("supported", TIMEOUT_MS))
      )
      const kind = value.kinds.find(
        (one) => one.x402Version === 2 && one.scheme === scheme && one.network === network
      )
      const { name = extra.name, version = extra.version } = kind?.extra ?? {}
      return kind !== undefined && name === extra.name && version === extra.version
    } catch {
      return false
    }
  }

  /** @returns null for a valid payment; `unknown` when the facilitator does not answer */
  async verify(payment: SignedPayment): Promise<{ kind: "declined" | "unknown"; reason: string } | null> {
    try {
      const answer = await this.call("verify", TIMEOUT_MS, bodyOf(payment))
      const { isValid, invalidReason } = verifySchema.parse(answer)
      return isValid ? null : { kind: "declined", reason: plain(invalidReason) }
    } catch {
      return { kind: "unknown", reason: "facilitator_unavailable" }
    }
  }

  /** Asks it to send the transfer. Without a clear answer it may have. Repeating the same signature cannot pay twice. */
  async settle(payment: SignedPayment): Promise<Settlement> {
    try {
      const answer = await this.call("settle", SETTLE_TIMEOUT_MS, bodyOf(payment))
      const { success, errorReason, transaction } = settleSchema.parse(answer)
      const reason = plain(errorReason)
      // Its own failure may have come after the transaction.
      if (!success) return { kind: reason.startsWith("unexpected_") ? "unknown" : "declined", reason }
      return { kind: "settled", transaction: transaction ?? "" }
    } catch {
      return { kind: "unknown", reason: "facilitator_unavailable" }
    }
  }

  /** Redirects are not followed: the option names who receives a signature. */
  private async call(path: string, timeoutMs: number, body?: object): Promise<unknown> {
    const base = (this.options.x402?.facilitator ?? "").replace(/\/+$/, "")
    const response = await fetch(`${base}/${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { accept: "application/json", "content-type": "application/json" },
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    // A refusal may come with a status of its own: its body decides.
    const text = await readText(response)
    if (response.status >= 500) throw new Error("the facilitator failed")
    return JSON.parse(text)
  }
}

/** Without `resource`: the address of the page is the payer's credential. */
function bodyOf({ transfer, signature, requirement }: SignedPayment): object {
  const accepted = { ...requirement, maxTimeoutSeconds: MAX_TIMEOUT_SECONDS }
  return {
    x402Version: 2,
    paymentPayload: { x402Version: 2, accepted, payload: { authorization: transfer, signature } },
    paymentRequirements: accepted,
  }
}

/** The authorization itself says until when it is valid. */
const MAX_TIMEOUT_SECONDS = 300

/** Only a code is shown and stored: a text may hold anything. */
function plain(reason: string | null | undefined): string {
  return /^[a-z0-9_]{1,80}$/i.exec(reason ?? "")?.[0] ?? "declined"
}
