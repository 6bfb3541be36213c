import type { Withdrawal } from "../../../src/gateway/contract"
import type { Scene } from "../story/scene"
import { story } from "../story/story"
import { deposit, onlyInvoice, openIntent } from "./deposited"
import { openInvoice, openPaidInvoice } from "./opened-invoice"
import { usdcOnBase } from "./rails"
import {
  A_WHILE_MS,
  EVM_DESTINATION,
  OTHER_EVM_DESTINATION,
  SOLANA_DESTINATION,
  withdrawalOf,
} from "./treasury"

const partner = { label: "partner", destinationAddress: EVM_DESTINATION, shareBps: 6_000 }
const platform = { label: "platform", destinationAddress: OTHER_EVM_DESTINATION, shareBps: 4_000 }
const recipients = [partner, platform]

/** The announced withdrawals, fetched, largest first. */
async function announcedLegs(scene: Scene): Promise<Withdrawal[]> {
  const { receiver, sandbox } = scene
  await sandbox.advance(A_WHILE_MS)
  const announced = receiver.received.filter(({ event }) => event.startsWith("withdrawal."))
  const ids = [...new Set(announced.map(({ resource }) => String(resource["id"])))]
  const legs = await Promise.all(ids.map((id) => withdrawalOf(scene, id)))
  return legs.sort((left, right) => Number(right.amount) - Number(left.amount))
}

/** A route of the dashboard, approved or not. */
async function createRoute({ dashboard }: Scene, isApproved = true): Promise<string> {
  const { body } = await dashboard("POST", "/payout-routes", {
    body: { name: "split", ...usdcOnBase, recipients },
  })
  const id = String(Object.entries(body ?? {}).find(([name]) => name === "id")?.[1])
  if (isApproved) await dashboard("POST", `/payout-routes/${id}/approve`)
  return id
}

/** What two recipients get of 100 on Free: a fee of 0.95, then 60 and 40 per cent of the rest. */
const legsOf100 = [
  { ...usdcOnBase, amount: "59.43", destinationAddress: EVM_DESTINATION },
  { ...usdcOnBase, amount: "39.62", destinationAddress: OTHER_EVM_DESTINATION },
]

story(
  "recipients of an invoice share its net amount after full settlement, each by a separate withdrawal",
  [
    "rule:invoice.payout-recipients",
    "rule:settled.payout",
    "rule:service.rail-everywhere",
    "rule:fee.recipient-legs",
    "rule:quota.legs",
    "gap:withdrawal-fields",
  ],
  async (scene) => {
    const { gateway } = scene
    const { id } = await openPaidInvoice(scene, { amount: "100", payoutRecipients: recipients })
    const legs = await announcedLegs(scene)
    expect(legs).toMatchObject(legsOf100)
    for (const leg of legs) {
      expect(leg).toMatchObject({
        status: "completed",
        invoiceId: id,
        fee: "0.05",
      })
    }
    expect(await gateway.getBillingUsage()).toMatchObject({ payoutQuotaUsed: 2 })
  }
)

story(
  "a payout route is created and approved in the dashboard; only then can an invoice name it, and each leg is a withdrawal",
  [
    "rule:invoice.payout-route",
    "rule:route.approved",
    "rule:route.key",
    "rule:route.split",
    "rule:route.leg",
    "rule:fee.route-legs",
    "gap:route-templates",
    "error:NOT_FOUND",
  ],
  async (scene) => {
    const { gateway, dashboard } = scene
    const open = (payoutRouteId: string) => openInvoice(scene, { amount: "100", payoutRouteId })
    await expect(open("route_of_nobody")).rejects.toMatchObject({ code: "NOT_FOUND" })
    const routeId = await createRoute(scene, false)
    await expect(open(routeId)).rejects.toMatchObject({ code: "VALIDATION_ERROR" })
    await dashboard("POST", `/payout-routes/${routeId}/approve`)
    await openPaidInvoice(scene, { amount: "100", payoutRouteId: routeId })
    expect(await announcedLegs(scene)).toMatchObject(legsOf100.map((leg) => ({ ...leg, fee: "0.05" })))
    expect((await gateway.getBillingUsage()).payoutQuotaUsed).toBe(2)
  }
)

story(
  "an intent can carry recipients or a route, for the invoice of the deposit that matches it",
  ["rule:intent.payout"],
  async (scene) => {
    const payoutRouteId = await createRoute(scene)
    for (const payout of [{ payoutRecipients: recipients }, { payoutRouteId }]) {
      scene.receiver.forget()
      const { address } = await openIntent(scene, usdcOnBase, payout)
      await deposit(scene, address, { ...usdcOnBase, amount: "100" })
      expect(await announcedLegs(scene)).toMatchObject(legsOf100)
    }
  }
)

story(
  "a tolerated underpayment settles the invoice and starts no payout",
  ["rule:payout.not-underpaid"],
  async (scene) => {
    const { id } = await openInvoice(scene, { amount: "100", payoutRecipients: recipients })
    await scene.sandbox.pay(id, { amount: "99.5" })
    await scene.sandbox.settle(id)
    expect(await scene.gateway.getInvoice(id)).toMatchObject({ status: "paid", receivedAmount: "99.5" })
    expect(await announcedLegs(scene)).toEqual([])
  },
  { business: { underpaymentToleranceBps: 100 } }
)

story(
  "a deposit slightly below its intent is matched, and starts no payout",
  ["rule:payout.not-underpaid"],
  async (scene) => {
    const { address } = await openIntent(scene, usdcOnBase, { payoutRecipients: recipients })
    await deposit(scene, address, { ...usdcOnBase, amount: "99.5" })
    expect(await onlyInvoice(scene)).toMatchObject({ status: "paid", autoDepositAssignmentStatus: "matched" })
    expect(await announcedLegs(scene)).toEqual([])
  }
)

story(
  "an invoice that failed, and money in a wrong asset, start no payout",
  ["rule:payout.not-failed", "rule:payout.not-wrong-asset"],
  async (scene) => {
    const failed = await openInvoice(scene, { amount: "100", payoutRecipients: recipients })
    await scene.sandbox.pay(failed.id)
    await scene.sandbox.fail(failed.id)
    const misdirected = await openInvoice(scene, { amount: "100", payoutRecipients: recipients })
    await scene.sandbox.pay(misdirected.id, { token: "ETH", amount: "1" })
    expect(await announcedLegs(scene)).toEqual([])
    expect(scene.receiver.events()).not.toContain("invoice.paid")
  }
)

story(
  "a recipient's address belongs to the invoice's network",
  ["rule:recipients.destination"],
  async ({ raw, sandbox }) => {
    for (const destinationAddress of [SOLANA_DESTINATION, "0x1234", "somebody"]) {
      const body = { ...usdcOnBase, amount: "10", payoutRecipients: [{ ...partner, destinationAddress }] }
      const answer = await raw("createInvoice", { body, apiKey: sandbox.credentials.payoutApiKey })
      expect([destinationAddress, answer.status, answer.code]).toEqual([
        destinationAddress,
        400,
        "VALIDATION_ERROR",
      ])
    }
  }
)
