import type {
  OnchainCheckout,
  OnchainPaymentOptionsResponse,
  OnchainTransferAuthorization,
} from "../../types/http"
import type { Presentation } from "../view/screen"

/** Why a call was refused, for the payer. */
export type Refusal = "gone" | "busy" | "invalid" | "refused" | "unreachable"

export class CallRefused extends Error {
  override readonly name = "CallRefused"
  constructor(readonly refusal: Refusal) {
    super(refusal)
  }
}

const REFUSALS: Readonly<Record<number, Refusal>> = {
  400: "invalid",
  404: "gone",
  429: "busy",
  503: "busy",
  // From a proxy whose store is down.
  502: "unreachable",
  504: "unreachable",
}

/**
 * Calls the routes below the payment page. The token is the only credential; no cookies are sent.
 *
 * Each method throws {@link CallRefused}.
 */
export class CheckoutApi {
  constructor(
    readonly src: string,
    private readonly send: typeof fetch
  ) {}

  /** @param isDisplay `true` when the address is shown: a customer's reusable address is then confirmed */
  readCheckout({ isDisplay }: { isDisplay: boolean }): Promise<OnchainCheckout> {
    return this.#call(`/status${isDisplay ? "?address=true" : ""}`)
  }

  readOptions(): Promise<OnchainPaymentOptionsResponse> {
    return this.#call("/options")
  }

  /** The shop's texts and style. @param locale null for the browser's language */
  readPresentation(locale: string | null): Promise<Presentation> {
    return this.#call(`/presentation${locale === null ? "" : `?locale=${encodeURIComponent(locale)}`}`)
  }

  openAttempt(rail: string): Promise<OnchainCheckout> {
    return this.#call("/attempts", { rail })
  }

  claim(txHash: string): Promise<unknown> {
    return this.#call("/claims", { tx_hash: txHash })
  }

  authorize(body: { from: string; signature?: string }): Promise<OnchainTransferAuthorization> {
    return this.#call("/authorizations", body)
  }

  async #call<T>(path: string, body?: object): Promise<T> {
    const { send } = this
    const answer = await send(`${this.src}${path}`, {
      credentials: "omit",
      cache: "no-store",
      headers: { accept: "application/json", ...(body && { "content-type": "application/json" }) },
      // A wallet that opens over the page must not stop what it has just returned from being stored.
      ...(body && { method: "POST", body: JSON.stringify(body), keepalive: true }),
    }).catch(() => {
      throw new CallRefused("unreachable")
    })
    if (!answer.ok) throw new CallRefused(REFUSALS[answer.status] ?? "refused")
    return (await answer.json()) as T
  }
}
