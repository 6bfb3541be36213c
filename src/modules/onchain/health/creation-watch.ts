import { GatewayError } from "../../../gateway/client/errors"
import type { GatewayClient } from "../../../gateway/client/gateway-client"

/** What a checkout creates at the gateway. */
export const CREATIONS = ["createCustomer", "ensureAddress", "createInvoice", "createIntent"] as const
export type Creation = (typeof CREATIONS)[number]

/** Creations of one kind that failed since one last worked, in all processes. */
export type FailedCreation = { creation: Creation; count: number; code: string; at: Date }

type CreationSignals = { note(name: `${"created" | "create_failed"}:${Creation}`, detail: string): void }

/** Fewer failures may come from one shopper's cart. */
const WARNING_COUNT = 3
const ERROR_COUNT = 10

/**
 * Records how each creation of a checkout ends, for the health page of every process.
 *
 * A gateway that answers reads and creates nothing would look healthy while no shopper can pay.
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

/** Judges whether the gateway creates what a checkout needs. @returns null when it does, or when it is not known */
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
      `The provider answers and accepts apiKey, but does not create what a checkout needs: ${named.join("; ")}. ` +
      `Shoppers cannot pay. docs/errors.md explains the code.`,
  }
}
