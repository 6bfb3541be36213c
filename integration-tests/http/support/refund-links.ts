import type { AxiosInstance } from "axios"
import type { HDNodeWallet } from "ethers"
import { z } from "zod"

type Answer = { status: number; text: string }

type Form = Partial<Record<"email" | "network_id" | "address" | "memo" | "has_no_memo" | "signature", string>>

/** A shopper with the link of a refund, in a browser without JavaScript. */
export class RefundLink {
  constructor(
    private readonly api: AxiosInstance,
    private readonly token: string,
    readonly email: string
  ) {}

  async open(): Promise<Answer> {
    const { status, data } = await this.api.get(this.path, { validateStatus: () => true })
    return { status, text: typeof data === "string" ? data : JSON.stringify(data) }
  }

  async propose(form: Form): Promise<Answer> {
    const body = new URLSearchParams({ network_id: "base-mainnet", email: this.email, ...form })
    const { status, data } = await this.api.post(this.path, body.toString(), {
      headers: { "content-type": "application/x-www-form-urlencoded" },
      maxRedirects: 0,
      validateStatus: () => true,
    })
    return { status, text: typeof data === "string" ? data : JSON.stringify(data) }
  }

  private get path(): string {
    return `/onchain/refund/${encodeURIComponent(this.token)}`
  }
}

const TypedData = z.object({
  domain: z.object({ name: z.string(), version: z.string() }),
  types: z.record(z.string(), z.array(z.object({ name: z.string(), type: z.string() }))),
  message: z.record(z.string(), z.union([z.string(), z.number()])),
})

/** Signs what the page shows, as a wallet does. */
export async function signClaim(wallet: HDNodeWallet, { text }: Answer): Promise<string> {
  const [, json = "{}"] = /<script type="application\/json"[^>]*>([^<]*)<\/script>/.exec(text) ?? []
  const { domain, types, message } = TypedData.parse(JSON.parse(json))
  const { EIP712Domain: _, ...signed } = types
  return wallet.signTypedData(domain, signed, { ...message, address: wallet.address })
}
