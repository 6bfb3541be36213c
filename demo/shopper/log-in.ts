import { z } from "zod"
import { createJsonApi, type JsonApi } from "./json-api"

export const Token = z.object({ token: z.string() })

/**
 * Logs in and returns the API of an admin user or, with the headers of the storefront, of a customer.
 *
 * @example const admin = await logIn(storeUrl, "user", login)
 */
export async function logIn(
  storeUrl: string,
  actor: "user" | "customer",
  { email, password }: { email: string; password: string },
  headers: Record<string, string> = {}
): Promise<JsonApi> {
  const answer = await createJsonApi(storeUrl).post(`/auth/${actor}/emailpass`, { email, password })
  return createJsonApi(storeUrl, { ...headers, authorization: `Bearer ${Token.parse(answer).token}` })
}
