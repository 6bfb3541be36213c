import { type ClaimedDelivery, Inbox } from "../../src/modules/onchain/inbox/inbox"
import { checkInterleavings, Leases, type Lease, type Step } from "./interleavings"
import { describeTables } from "./onchain-module"
import { delivery, endDeliveryLease, deliveryRow, scope } from "./rows"

const MAX_ATTEMPTS = 3
const IDS = ["dlv_1", "dlv_2"]

describeTables(({ knex }) => {
  const inbox = new Inbox(knex, scope, { leaseMs: 60_000, maxAttempts: MAX_ATTEMPTS })
  const leases = new Leases<string>()
  const accepted = new Set<string>()
  let workers = 0

  const accept = (id: string) => (): readonly Step[] => [
    {
      label: `${id} arrives`,
      builder: async () => {
        expect(await inbox.accept(delivery(id))).toBe(!accepted.has(id))
        accepted.add(id)
      },
    },
  ]

  /** A worker that claims, works, and then ends the delivery, gives it back, or dies. */
  const work = (end: "finish" | "fail" | "die") => (): readonly Step[] => {
    const name = `worker ${++workers}`
    let claim: ClaimedDelivery | null = null
    let lease: Lease | undefined
    return [
      {
        label: `${name} claims`,
        builder: async () => {
          claim = await inbox.claim()
          if (!claim) return
          lease = leases.take(claim.id, name)
          expect(claim.attempts).toBeLessThanOrEqual(MAX_ATTEMPTS)
        },
      },
      { label: `${name} works`, builder: () => Promise.resolve() },
      {
        label: `${name}: ${end}`,
        builder: async () => {
          if (claim && lease && end !== "die") await endDelivery(claim, lease, end)
        },
      },
    ]
  }

  /** A late worker may still end what nobody has put back; after that its writes change nothing. */
  async function endDelivery(claim: ClaimedDelivery, lease: Lease, end: "finish" | "fail"): Promise<void> {
    const before = await deliveryRow(knex, claim.id)
    const isFenced = lease.state === "lost"
    if (end === "finish") await inbox.finish(claim, "processed", null)
    else {
      const expected = claim.attempts >= MAX_ATTEMPTS ? "dead" : "received"
      expect(await inbox.fail(claim, "it failed")).toBe(isFenced ? "lost" : expected)
    }
    const after = await deliveryRow(knex, claim.id)
    if (isFenced) expect(after).toEqual(before)
    else if (end === "finish") expect(after.state).toBe("processed")
    if (!isFenced) leases.release(claim.id, lease)
  }

  /** Leases and pauses end; what is late may end well before it is put back. */
  const passTime = (): readonly Step[] => [
    {
      label: "every lease ends",
      builder: async () => {
        for (const id of accepted) await endDeliveryLease(knex, id)
        leases.letTimePass()
      },
    },
    {
      label: "what is late is put back",
      builder: async () => {
        await inbox.recover()
        leases.recover()
      },
    },
  ]

  async function settle(): Promise<void> {
    for (const id of accepted) await endDeliveryLease(knex, id)
    await inbox.recover()
    for (let claim = await inbox.claim(); claim; claim = await inbox.claim())
      await inbox.finish(claim, "processed", null)
    for (const id of accepted) expect(["processed", "dead"]).toContain((await deliveryRow(knex, id)).state)
    const dead = await knex("onchain_webhook_delivery").where({ state: "dead" }).orderBy("id").pluck("id")
    const reported = await knex("onchain_outbox").where({ name: "onchain.webhook_dead" }).orderBy("subject")
    expect(reported.map(({ subject }) => String(subject))).toEqual(dead)
  }

  test("a delivery is handled by one live lease, a late worker changes nothing, and each ends processed or dead", () =>
    checkInterleavings(
      [
        ...IDS.map((id) => ({ weight: 2, name: `accept ${id}`, steps: accept(id) })),
        ...(["finish", "fail", "die"] as const).map((end) => ({
          weight: 3,
          name: `work, ${end}`,
          steps: work(end),
        })),
        { weight: 5, name: "every lease ends", steps: passTime },
      ],
      {
        prepare: async () => {
          await knex("onchain_webhook_delivery").delete()
          await knex("onchain_outbox").delete()
          leases.clear()
          accepted.clear()
          workers = 0
        },
        settle,
      }
    ))
})
