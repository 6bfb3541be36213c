import { GatewayError } from "../../gateway/client/errors"
import type { GatewayClient } from "../../gateway/client/gateway-client"

/** What a checkout has the service make. */
export const CREATIONS = ["createCustomer", "ensureAddress", "createInvoice", "createIntent"] as const
export type Creation = (typeof CREATIONS)[number]

/** Creations of one kind that failed one after the other, in whichever process. */
export type FailedCreation = { creation: Creation; count: number; code: string; at: Date }

/** Where the end of a creation is noted. */
type CreationSignals = { note(name: `${"created" | "create_failed"}:${Creation}`, detail: string): void }

/** Fewer may be the carts of one shopper. */
const WARNING_COUNT = 3
const ERROR_COUNT = 10

/**
 * Notes for the health page of every process how each creation of a checkout ends.
 *
 * A service that answers reads and opens nothing would look healthy, while no shopper can pay.
 */
export function watchCreations(gateway: GatewayClient, signals: CreationSignals): GatewayClient {
  const watched =
    <A extends unknown[], R>(creation: Creation, call: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      try {
        const made = await call(...args)
        signals.note(`created:${creation}`, "")
        return made
      } catch (error) {
        if (error instanceof GatewayError) signals.note(`create_failed:${creation}`, error.code)
        throw error
      }
    }
  return {
    ...gateway,
    createCustomer: watched("createCustomer", gateway.createCustomer),
    ensureAddress: watched("ensureAddress", gateway.ensureAddress),
    createInvoice: watched("createInvoice", gateway.createInvoice),
    createIntent: watched("createIntent", gateway.createIntent),
  }
}

/** Judges whether the service makes what a checkout needs. @returns null when it does, or when nobody knows */
export function describeCreations(
  failed: readonly FailedCreation[]
): { status: "warning" | "error"; message: string } | null {
  const bad = failed.filter(({ count }) => count >= WARNING_COUNT)
  if (bad.length === 0) return null
  const named = bad.map(
    ({ creation, count, code, at }) =>
      `${creation} failed ${count} times since it last worked, at ${at.toISOString()} with ${code}`
  )
  return {
    status: bad.some(({ count }) => count >= ERROR_COUNT) ? "error" : "warning",
    message:
      `The gateway answers and accepts apiKey, but does not make what a checkout needs: ${named.join("; ")}. ` +
      `Shoppers cannot pay. docs/errors.md says what the code means.`,
  }
}
