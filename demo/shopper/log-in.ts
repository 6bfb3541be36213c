import { z } from "zod"
import { createJsonApi, type JsonApi } from "./json-api"

const Token = z.object({ token: z.string() })

export interface Login {
  email: string
  password: string
}

/** Logs in and returns the bearer token of an admin user or a customer. */
export async function tokenOf(
  storeUrl: string,
  actor: "user" | "customer",
  { email, password }: Login
): Promise<string> {
  return Token.parse(await createJsonApi(storeUrl).post(`/auth/${actor}/emailpass`, { email, password }))
    .token
}

/**
 * Logs in and returns the API of an admin user or, with the headers of the storefront, of a customer.
 *
 * @example const admin = await logIn(storeUrl, "user", login)
 */
export async function logIn(
  storeUrl: string,
  actor: "user" | "customer",
  login: Login,
  headers: Record<string, string> = {}
): Promise<JsonApi> {
  const token = await tokenOf(storeUrl, actor, login)
  return createJsonApi(storeUrl, { ...headers, authorization: `Bearer ${token}` })
}
