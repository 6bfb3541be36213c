import { z } from "zod"
import type { HalfWritten } from "./half-written"
import {
  callOnce,
  HalfWrittenError,
  insist,
  type Patience,
  RefusedError,
  unlessHalfWritten,
} from "./patient-api"

const Token = z.object({ token: z.string() })
const password = "correct horse battery"

interface AccountOptions {
  origin: string
  publishableKey: string
  email: string
  patienceMs: number
  patience: Patience
  halfWritten: HalfWritten
}

/**
 * Opens a customer's account. Each step may have succeeded although its answer was lost, so each accepts what
 * already exists.
 *
 * Medusa creates the customer and then connects the login. A process that dies in between, or a commit whose answer is lost, leaves an
 * account that nobody can sign in to: the shopper takes another address.
 *
 * @returns the token to shop with, and the address of the account
 */
export async function openAccount(options: AccountOptions): Promise<{ token: string; email: string }> {
  for (const prefix of ["", "again-", "once-more-"]) {
    const own = { ...options, email: `${prefix}${options.email}` }
    const token = await register(own)
    if (token !== undefined && (await isSignedIn(own, token))) return { token, email: own.email }
  }
  throw new Error(`no account of ${options.email} can sign in`)
}

async function register(options: AccountOptions): Promise<string | undefined> {
  const { origin, publishableKey, email, patienceMs, patience, halfWritten } = options
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
  try {
    await patiently(() =>
      unlessHalfWritten(
        patience,
        () => halfWritten.account(email),
        () =>
          callOnce(origin, "POST", "/store/customers", { headers, body }).catch((error: unknown) => {
            // Created by an attempt whose answer was lost.
            if (!(isRefused(error) && /already/i.test(error.message))) throw error
          })
      )
    )
  } catch (error) {
    if (error instanceof HalfWrittenError) return undefined
    throw error
  }
  return login()
}

async function isSignedIn(options: AccountOptions, token: string): Promise<boolean> {
  const { origin, publishableKey, patienceMs, patience } = options
  const headers = { "x-publishable-api-key": publishableKey, authorization: `Bearer ${token}` }
  return insist(patienceMs, patience, async () => {
    try {
      await callOnce(origin, "GET", "/store/customers/me", { headers })
      return true
    } catch (error) {
      if (error instanceof RefusedError && error.status === 401) return false
      throw error
    }
  })
}

function isRefused(error: unknown): error is RefusedError {
  return error instanceof RefusedError && error.status >= 400 && error.status < 500
}
