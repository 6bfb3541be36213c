import type { OnchainDeliveryListResponse, OnchainDeliveryResponse } from "../../../src/types/http"
import { eventually } from "../support/eventually"
import { paidBody, postSigned } from "../support/hand-signed-webhook"
import { expectCaptured, placePurchase } from "../support/purchase"
import { storedDeliveries } from "../support/refusals"
import type { StoreUnderTest } from "../support/store-suite"
import { refusalOf } from "../support/withdrawals"
import { installed } from "../support/installed"

const SWEPT = '{"event":"treasury.swept","data":{"id":"sweep_1"}}'
const PATH = "/admin/onchain/deliveries"

export function inboxOperationsStories(store: StoreUnderTest): void {
  const list = async (query = "") =>
    (await store.merchant.get<OnchainDeliveryListResponse>(PATH + query)).deliveries
  const open = async (id: string) =>
    (await store.merchant.get<OnchainDeliveryResponse>(`${PATH}/${id}`)).delivery
  const rerun = (id: string) => store.merchant.post<OnchainDeliveryResponse>(`${PATH}/${id}/rerun`, {})
  const change = (id: string, columns: string) =>
    store.db.raw(`UPDATE onchain_webhook_delivery SET ${columns} WHERE id = ?`, [id])

  it("list what arrived, newest first, and open it with its body", async () => {
    await postSigned(store, SWEPT, { id: "first" })
    await postSigned(store, paidBody("inv_unknown"), { id: "second" })
    await eventually(async () => expect((await open("first")).state).toBe("ignored"))
    expect((await list()).map(({ id }) => id)).toEqual(["second", "first"])
    expect((await list("?event=treasury.swept")).map(({ id }) => id)).toEqual(["first"])
    expect((await list("?state=ignored")).map(({ id }) => id)).toEqual(["first"])
    expect((await list("?q=inv_unknown")).map(({ id }) => id)).toEqual(["second"])
    expect(await list("?limit=1&offset=1")).toMatchObject([
      { id: "first", event: "treasury.swept", resource_id: "sweep_1", attempts: 1, next_attempt_at: null },
    ])
    for (const delivery of await list()) expect(delivery).not.toHaveProperty("body")
    expect(await open("first")).toMatchObject({ body: SWEPT, history: [] })
    expect(await refusalOf(open("nothing"))).toMatchObject({ status: 404 })
    for (const query of ["?state=lost", "?limit=0", "?limit=101", "?sort=id", "?q="])
      expect(await refusalOf(list(query))).toMatchObject({ status: 400 })
  })

  it("refuse, with a reason, to process a delivery that is scheduled or in progress", async () => {
    await postSigned(store, SWEPT, { id: "swept" })
    await store.quiet()
    const later = "now() + interval '1 hour'"
    for (const [columns, message] of [
      [
        `state = 'received', next_attempt_at = ${later}`,
        "Delivery swept already waits for its next attempt.",
      ],
      [
        `state = 'processing', attempts = 2, lease_expires_at = ${later}`,
        "Delivery swept is being processed right now (attempt 2).",
      ],
    ] as const) {
      await change("swept", columns)
      expect(await refusalOf(rerun("swept"))).toMatchObject({ status: 409, message })
    }
    expect(await refusalOf(rerun("nothing"))).toMatchObject({ status: 404 })
    expect((await open("swept")).history).toEqual([])
  })

  it("delete old processed deliveries, and a repeated webhook after that captures nothing twice", async () => {
    const { orderId, invoiceId } = await placePurchase(store)
    await store.sandbox.payInFull(invoiceId)
    await store.quiet()
    await expectCaptured(store, orderId)
    await postSigned(store, SWEPT, { id: "waits" })
    await store.quiet()
    await store.db.raw("UPDATE onchain_webhook_delivery SET received_at = now() - interval '91 days'")
    await change("waits", "state = 'dead'")
    // More old links than one batch deletes.
    await store.db.raw(
      `INSERT INTO onchain_page_link (id, token_hash, purpose, collection_id, expires_at)
       SELECT 'oclink_old_' || n, 'hash_' || n, 'mail', 'pay_col_old', now() - interval '31 days' FROM generate_series(1, 1001) AS n`
    )

    await (await installed("inbox/workers/purge-inbox")).purgeInbox(store.container)
    expect(await storedDeliveries(store)).toMatchObject([{ id: "waits", state: "dead" }])
    expect(
      (await store.db.raw("SELECT 1 FROM onchain_page_link WHERE collection_id = 'pay_col_old'")).rows
    ).toEqual([])

    const paid = (await store.sandbox.deliveries()).find(({ event }) => event === "invoice.paid")
    expect(await store.sandbox.redeliver(paid?.id ?? "")).toEqual({ statuses: [200] })
    await store.quiet()
    expect(await open(paid?.id ?? "")).toMatchObject({ state: "processed" })
    await expectCaptured(store, orderId)
  })
}
