import { z } from "zod"
import { callOnce, insist, type Patience, RefusedError } from "./patient-api"

const Token = z.object({ token: z.string() })
const password = "correct horse battery"

/**
 * Opens a customer's account. Each step may have succeeded although its answer was lost, so each accepts what
 * already exists.
 *
 * @returns the token to shop with
 */
export async function openAccount(options: {
  origin: string
  publishableKey: string
  email: string
  patienceMs: number
  patience: Patience
}): Promise<string> {
  const { origin, publishableKey, email, patienceMs, patience } = options
  const key = { "x-publishable-api-key": publishableKey }
  const credentials = { email, password }
  const patiently = <T>(attempt: () => Promise<T>) => insist(patienceMs, patience, attempt)
  const ask = async (path: string) =>
    Token.parse(await callOnce(origin, "POST", path, { headers: key, body: credentials })).token
  const login = () => patiently(() => ask("/auth/customer/emailpass"))

  const token = await patiently(() =>
    ask("/auth/customer/emailpass/register").catch((error: unknown) => {
      if (isRefused(error)) return ask("/auth/customer/emailpass")
      throw error
    })
  )
  const headers = { ...key, authorization: `Bearer ${token}` }
  const body = { email, first_name: "Ada", last_name: "Payer" }
  await patiently(() =>
    callOnce(origin, "POST", "/store/customers", { headers, body }).catch((error: unknown) => {
      // Created by an attempt whose answer was lost.
      if (!(isRefused(error) && /already/i.test(error.message))) throw error
    })
  )
  return login()
}

function isRefused(error: unknown): error is RefusedError {
  return error instanceof RefusedError && error.status >= 400 && error.status < 500
}
