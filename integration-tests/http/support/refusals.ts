import type { Answer } from "./hand-signed-webhook"
import type { StoreUnderTest } from "./store-suite"

export async function storedDeliveries({ db }: StoreUnderTest): Promise<Record<string, unknown>[]> {
  return (await db.raw("SELECT * FROM onchain_webhook_delivery ORDER BY received_at")).rows
}

/** Sends a request and expects a clear refusal: a reason, nothing stored, and counted for the merchant. */
export async function expectRefused(
  store: StoreUnderTest,
  send: () => Promise<Answer>,
  status: number,
  code: string
): Promise<void> {
  const before = await store.merchant.health()
  expect(await send()).toEqual({
    status,
    json: { type: "webhook_refused", code, message: expect.stringMatching(/^The .+\w/) },
  })
  expect(await storedDeliveries(store)).toEqual([])
  const { webhooks } = await store.merchant.health()
  expect(webhooks.rejected).toEqual({
    ...before.webhooks.rejected,
    [code]: (before.webhooks.rejected[code] ?? 0) + 1,
  })
  expect(webhooks).toMatchObject({
    accepted: before.webhooks.accepted,
    repeated: before.webhooks.repeated,
    last_rejected: { reason: code },
  })
}
