import { randomUUID } from "node:crypto"
import type { AxiosResponse } from "axios"
import { seedAdmin } from "../../../demo/store/seed/admin"
import { ADMIN_ACCESS } from "../../../src/api/admin/onchain/access"
import { Merchant } from "./merchant"
import type { StoreUnderTest } from "./store-suite"
import { WALLETS } from "./withdrawals"

export type Headers = Record<string, string>
export type Target = { destinationId: string; withdrawalId: string; quoteId: string }

const PASSWORD = "correct horse battery"
const ACCEPT_ALL = { validateStatus: () => true }
export const bearer = (token: unknown): Headers => ({ authorization: `Bearer ${String(token)}` })
export const basic = (token: string): Headers => ({
  authorization: `Basic ${Buffer.from(`${token}:`).toString("base64")}`,
})

/** A signed-up user with the right to invite, who tries to get money. Refusals are returned, never thrown. */
export class Clerk {
  /** Money routes that let the user in; must stay empty. */
  readonly breaches: string[] = []
  tries = 0

  constructor(private readonly store: Pick<StoreUnderTest, "api" | "seed">) {}

  post(path: string, body: object, headers: Headers = {}): Promise<AxiosResponse> {
    return this.store.api.post(path, body, { headers, ...ACCEPT_ALL })
  }

  /** A login of Medusa's own, and its rights before it belongs to a user. */
  async register(email: string, actor = "user"): Promise<string | null> {
    const { data } = await this.post(`/auth/${actor}/emailpass/register`, { email, password: PASSWORD })
    return typeof data.token === "string" ? data.token : null
  }

  async login(email: string, password = PASSWORD, actor = "user"): Promise<Headers | null> {
    const { status, data } = await this.post(`/auth/${actor}/emailpass`, { email, password })
    return status === 200 && typeof data.token === "string" ? bearer(data.token) : null
  }

  /** Invites a text as an email, and accepts the invitation with a separate login. */
  async invite(by: Headers, email: string): Promise<Headers | null> {
    const own = `login-${randomUUID()}@example.com`
    const { data } = await this.post("/admin/invites", { email: own }, by)
    const token = await this.register(own)
    const accepted = await this.post(
      `/admin/invites/accept?token=${data.invite?.token}`,
      { email, first_name: email, last_name: "Clerk" },
      bearer(token)
    )
    return accepted.status === 200 ? this.login(own) : null
  }

  async makeKey(by: Headers, type: "secret" | "publishable", title = "Till"): Promise<Headers | null> {
    const { data } = await this.post("/admin/api-keys", { title, type }, by)
    return typeof data.api_key?.token === "string" ? basic(data.api_key.token) : null
  }

  /** Calls every route that moves money, sets a destination, or records a payment. */
  async attack(name: string, headers: Headers, target: Target): Promise<void> {
    for (const { path } of ADMIN_ACCESS.filter(({ payout }) => payout !== null)) {
      const route = path.replace("/admin/onchain", "")
      const { id, body } = callOf(route, target)
      const { status } = await this.post(path.replace(":id", id), body, headers)
      this.tries++
      if (status !== 401 && status !== 403) this.breaches.push(`${name}: ${route} answered ${status}`)
    }
  }
}

function callOf(route: string, { destinationId, withdrawalId, quoteId }: Target) {
  const request = { request_id: randomUUID(), destination_id: destinationId, token: "USDC", amount: "5" }
  const wallet = { label: "Mine", network_id: "sol-mainnet", ...WALLETS["sol-mainnet"] }
  const bodies: Record<string, object> = {
    "/destinations": wallet,
    "/withdrawals": request,
    "/withdrawals/:id/confirm": { quote_id: quoteId },
    "/withdrawals/:id/approve": { quote_id: quoteId },
    "/refunds/:id/quote": { destination_id: destinationId, rate: "payment" },
    "/refunds/:id/settle": { note: "paid" },
  }
  const id = route.startsWith("/destinations") ? destinationId : withdrawalId
  return { id, body: bodies[route] ?? {} }
}

/** Another admin user, who may move money out. */
export async function hireAdmin(
  { container, api }: Pick<StoreUnderTest, "container" | "api">,
  name: string
): Promise<Merchant> {
  const login = loginOf(name)
  await seedAdmin(container, login)
  const { allowedUsers } = container.resolve("onchain").options.payouts
  if (!allowedUsers.includes(login.id)) allowedUsers.push(login.id)
  return new Merchant(api, login)
}

/** Login of the additional user, and the id that the options name. */
export const loginOf = (name: string) => ({
  id: `user_${name}`,
  email: `${name}@example.com`,
  password: "correct horse battery",
})
