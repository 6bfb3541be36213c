import { StepResponse } from "@medusajs/framework/workflows-sdk"
import type { AddressToScreen, ScreeningVerdict } from "medusa-payment-onchain/workflows"
import type { OnchainDepositResponse, OnchainDestinationResponse } from "../../src/types/http"
import { hireAdmin } from "./support/clerk"
import { awaitDeposit, effectsOf, sendFor } from "./support/deposits"
import { installed } from "./support/installed"
import { refused, sell, WALLETS, underOptions } from "./support/refunds"
import { RefundLink } from "./support/refund-links"
import { storeSuite } from "./support/store-suite"
import type { Merchant } from "./support/merchant"

type Screen = (asked: AddressToScreen) => ScreeningVerdict | Promise<ScreeningVerdict>

/** Allows everything outside a story: workflows keep their handlers for the other suites of this process. */
let screen: Screen = () => undefined
let asked: AddressToScreen[] = []

const handler = async (address: AddressToScreen) => {
  asked.push(address)
  return new StepResponse(await screen(address))
}

async function registerHandler() {
  const workflows = await installed("index")
  workflows.createDestinationWorkflow.hooks.screenAddress(handler)
  workflows.approveDestinationWorkflow.hooks.screenAddress(handler)
  workflows.approveRefundAddressWorkflow.hooks.screenAddress(handler)
  workflows.refundDepositWorkflow.hooks.screenAddress(handler)
}

const PATH = "/admin/onchain/destinations"
const [LISTED, CLEAN] = WALLETS
const REASON = "The address is on a sanctions list."
const isListed: Screen = ({ address }) =>
  address === LISTED ? { allowed: false, reason: REASON } : { allowed: true }
const body = (address: string, change: object = {}) => ({
  ...{ label: "Wallet", network_id: "base-mainnet", address },
  ...change,
})

storeSuite("a store's own screening of addresses", { jobs: true }, (store) => {
  let grace: Merchant

  beforeAll(async () => {
    await registerHandler()
    grace = await hireAdmin(store, "grace")
  })
  beforeEach(() => {
    screen = isListed
    asked = []
  })
  afterAll(() => {
    screen = () => undefined
  })

  const add = async (address: string, change?: object) =>
    (await store.merchant.post<OnchainDestinationResponse>(PATH, body(address, change))).destination
  const approve = async (id: string) =>
    (await grace.post<OnchainDestinationResponse>(`${PATH}/${id}/approve`, {})).destination
  const stored = () =>
    store.db("onchain_payout_destination").orderBy("created_at").select("address", "state", "approved_by")
  const entries = () => store.db("onchain_audit_entry").where("subject_type", "destination").pluck("action")

  it("refuses one of the treasury before it is stored, where adding approves", async () => {
    await expect(add(LISTED)).rejects.toMatchObject(refused(400, REASON, "screening_refused"))
    expect(await stored()).toEqual([])
    expect(await entries()).toEqual([])
    expect(await add(CLEAN)).toMatchObject({ address: CLEAN, state: "approved" })
    const own = { memo: null, chain: "evm", network_id: "base-mainnet", purpose: "treasury" }
    const of = { customer_id: null, order_id: null, actor_id: "user_merchant" }
    expect(asked).toEqual([LISTED, CLEAN].map((address) => ({ address, ...own, ...of })))
  })

  it("refuses an approval by a second user, and the address waits as before", async () => {
    await underOptions(store, { payouts: { approval: "second_user" } }, async () => {
      screen = () => undefined
      const { id } = await add(LISTED)
      screen = isListed
      await expect(approve(id)).rejects.toMatchObject(refused(400, REASON, "screening_refused"))
      expect(await stored()).toEqual([{ address: LISTED, state: "pending", approved_by: null }])
      expect(await entries()).toEqual(["destination.created"])
      expect(asked.at(-1)).toMatchObject({ address: LISTED, purpose: "treasury", actor_id: "user_grace" })
      screen = () => undefined
      expect(await approve(id)).toMatchObject({ state: "approved" })
    })
  })

  it("refuses an address that a customer proposed, which stays proposed", async () => {
    const { orderId, refund } = await sell(store)
    const id = await refund()
    const api = store.merchant.refunds
    const made = await api.askAddress(id)
    const { email, customer_id } = await store.db("order").where({ id: orderId }).first()
    const link = new RefundLink(store.api, made.token, String(email))
    const decide = (address: string) => api.decideAddress(id, made.id, { address, memo: null })

    await link.propose({ address: LISTED })
    await expect(decide(LISTED)).rejects.toMatchObject(refused(400, REASON, "screening_refused"))
    expect(await stored()).toEqual([])
    expect(await store.db("onchain_refund").pluck("address_state")).toEqual(["proposed"])
    expect(asked).toEqual([
      {
        ...{ address: LISTED, memo: null, chain: "evm", network_id: "base-mainnet", purpose: "refund" },
        ...{ customer_id, order_id: orderId, actor_id: "user_merchant" },
      },
    ])
    await link.propose({ address: CLEAN })
    await decide(CLEAN)
    expect(await stored()).toMatchObject([{ address: CLEAN, state: "approved" }])
  })

  it("refuses to send a deposit back to its sender, and the service is not called", async () => {
    const { payment } = await awaitDeposit(store)
    const deposit = await sendFor(store, payment, { amount: "3", fromAddress: LISTED })
    const path = `/admin/onchain/deposits/${deposit}/refund`
    await expect(store.merchant.post(path, {})).rejects.toMatchObject(refused(400, REASON))
    expect(await effectsOf(store, "refund")).toBe(0)
    expect(asked).toMatchObject([{ address: LISTED, purpose: "deposit_refund" }])
    const bulk = { action: "refund", ids: [deposit] }
    expect(await store.merchant.post("/admin/onchain/deposits/bulk", bulk)).toMatchObject({
      results: [{ id: deposit, result: "refused", message: REASON }],
    })
    screen = () => ({ allowed: true })
    const { deposit: sent } = await store.merchant.post<OnchainDepositResponse>(path, {})
    expect(sent.state).toBe("refund_pending")
  })

  it("allows nothing while the screening service is down", async () => {
    screen = () => Promise.reject(new TypeError("fetch failed"))
    await expect(add(CLEAN)).rejects.toMatchObject(refused(500, ""))
    expect(await stored()).toEqual([])
  })
})
