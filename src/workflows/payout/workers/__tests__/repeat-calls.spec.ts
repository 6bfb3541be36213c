import { ContainerRegistrationKeys, createMedusaContainer } from "@medusajs/framework/utils"
import { failedCall } from "../../../../modules/onchain/work/__tests__/failed-call"
import { repeatCalls } from "../follow-withdrawals"

const AT = new Date("2026-01-01T00:00:00Z")

/** A store with withdrawals that are due, and a service that answers each call with a failure. */
function containerWith(
  due: readonly string[],
  failure: { code: string; status?: number },
  leaseEndsAt = new Date(AT.getTime() + 1_000)
) {
  const container = createMedusaContainer()
  const called: string[] = []
  const queue = [...due]
  const claimOf = (id: string) => ({
    id,
    state: "sending",
    first_sent_at: AT,
    due_at: leaseEndsAt,
    quote_expires_at: null,
    evidence: "unanswered",
    last_error: "no answer",
    last_answer_code: failure.code,
    gateway_status: null,
    refund_id: null,
  })
  const onchain = {
    options: { assumptions: { idempotency: { retentionMs: 86_400_000 } } },
    gateway: {
      createWithdrawal: async ({ clientReference }: { clientReference: string }) => {
        called.push(clientReference)
        throw failedCall("createWithdrawal", { outcome: "unknown", isRetryable: true, ...failure })
      },
    },
    payouts: {
      withdrawals: {
        store: {
          now: async () => AT,
          mustFind: async (id: string) => claimOf(id),
          takeCall: async () => {
            const id = queue.shift()
            return id === undefined ? undefined : claimOf(id)
          },
          change: async () => undefined,
          changed: async (id: string) => claimOf(id),
        },
      },
    },
  }
  container.register("onchain", { resolve: () => onchain })
  const logger = { info: () => undefined, warn: () => undefined }
  container.register(ContainerRegistrationKeys.LOGGER, { resolve: () => logger })
  return { container, called }
}

test("an unavailable service is called only once to find out", async () => {
  const { container, called } = containerWith(["ocwd_1", "ocwd_2", "ocwd_3"], { code: "TIMEOUT" })
  await repeatCalls(container, 50)
  expect(called).toEqual(["ocwd_1"])
})

test("one in progress does not delay any other", async () => {
  const busy = { code: "IDEMPOTENCY_REQUEST_IN_PROGRESS", status: 409 }
  const { container, called } = containerWith(["ocwd_1", "ocwd_2", "ocwd_3"], busy)
  await repeatCalls(container, 2)
  expect(called).toEqual(["ocwd_1", "ocwd_2"])
})

test.each([
  ["has ended while the process slept", AT, []],
  ["has some time left", new Date(AT.getTime() + 1_000), ["ocwd_1"]],
])("one whose lease %s is called by its holder: %s", async (_, leaseEndsAt, expected) => {
  const { container, called } = containerWith(["ocwd_1"], { code: "TIMEOUT" }, leaseEndsAt)
  await repeatCalls(container, 1)
  expect(called).toEqual(expected)
})
