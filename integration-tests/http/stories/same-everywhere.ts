import type {
  OnchainAttentionItem,
  OnchainAttentionKind,
  OnchainAttentionResponse,
  OnchainOrderResponse,
  OnchainPaymentDetailResponse,
  OnchainPaymentStatus,
} from "../../../src/types/http"
import { storeAllStatuses } from "../support/payment-rows"
import { storedPayment } from "../support/purchase"
import { RefundLink } from "../support/refund-links"
import { fillTreasury, sell, WALLETS, underOptions } from "../support/refunds"
import { GUEST } from "../support/shopper"
import type { StoreUnderTest } from "../support/store-suite"

type Store = Pick<StoreUnderTest, "merchant">
type Facts = Partial<Record<keyof OnchainAttentionItem, unknown>>
type Params = OnchainPaymentStatus["params"]
/** What a screen calls `reason`, and what the sentence of its payment names. */
type Screen = [path: string, reason?: string, sentence?: { [Name in keyof Facts]?: keyof Params }]

const FIAT = { fiat_amount: "fiat", currency_code: "currency" } as const
const RECEIVED = { ...FIAT, amount: "received", token: "token" } as const

/** Where items open. Balances and transactions name neither a payment nor an order. */
const SCREENS: Partial<Record<OnchainAttentionItem["screen"], Screen>> = {
  deposit: ["deposits", "assignment_status", { amount: "deposit_amount", token: "deposit_token" }],
  unmatched: ["unallocated-payments", "reason", { ...RECEIVED, reason: "reason" }],
  payment: ["payments", "contradiction", { ...RECEIVED, reason: "contradiction" }],
  refund: ["refunds", "kind", { ...FIAT, fiat_amount: "due_fiat" }],
  withdrawal: ["withdrawals"],
  payout_leg: ["payout-legs", "status"],
  destination: ["destinations", "purpose"],
  delivery: ["deliveries", "event"],
}
/** The page of a payment has these rows as well. */
const ON_THE_PAGE: readonly string[] = ["deposit", "refund", "withdrawal", "payout_leg"]

type Owner = { email: string | null } | null
type View = Record<string, unknown> & {
  id: string
  order?: unknown
  customer?: Owner
  contradiction?: { status: string } | null
  refund?: { order: unknown } | null
  refund_terms?: { customer: Owner } | null
}

/** What a screen says, by the names of the overview. */
function factsOf({ refund, refund_terms, ...view }: View, reason = ""): Facts {
  const { order = refund?.order, customer = refund_terms?.customer, contradiction } = view
  const { token, network_name, fiat_amount, currency_code } = view
  const amounts = [view.received_amount, view.token_amount, view.amount]
  return {
    ...{ order, token, network_name, fiat_amount, currency_code },
    amount: amounts.find((amount) => amount !== undefined),
    reason: reason === "contradiction" ? contradiction?.status : view[reason],
    customer_email: customer === null ? null : customer?.email,
  }
}

/** The fields of one that another one has too. */
const shared = (one: object, other: object) =>
  Object.fromEntries(Object.entries(one).filter(([name, value]) => value !== undefined && name in other))

/** Compares an item of the overview with its list, its drawer, the page of its payment and the box of its order. */
export async function expectSameEverywhere({ merchant }: Store, item: OnchainAttentionItem): Promise<void> {
  const [path, reason, sentence = {}] = SCREENS[item.screen] ?? []
  if (path === undefined) return
  const get = <Answer>(of: string) => merchant.get<Answer>(`/admin/onchain/${of}`)
  const listed = async (list: string, id: string) => {
    const rows = Object.values(await get<Record<string, View[]>>(`${list}?limit=100`)).find(Array.isArray)
    return rows?.find((row: View) => row.id === id) ?? { id: `not in ${list}` }
  }
  // What the overview leaves out is no contradiction.
  const said = Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null))
  const expectItem = (facts: Facts) => expect(item).toMatchObject(shared(facts, said))
  const row = await listed(path, item.subject_id)
  const [detail] = Object.values(await get<Record<string, View>>(`${path}/${item.subject_id}`))
  expect(detail).toMatchObject(shared(row, { ...detail }))
  expectItem(factsOf({ ...row, ...detail }, reason))
  if (item.payment_id === null) return

  const { payment: page } = await get<OnchainPaymentDetailResponse>(`payments/${item.payment_id}`)
  expect(page).toMatchObject(await listed("payments", page.id))
  const { params } = page.status
  const told = Object.entries(sentence).map(([name, param]) => [name, params[param]])
  expectItem({ order: page.order, customer_email: page.customer?.email ?? null, ...Object.fromEntries(told) })
  const payouts = page.refunds.flatMap((refund) => refund.payouts)
  const legs = page.attempts.flatMap((attempt) => attempt.legs)
  const rows = [...page.deposits, ...page.refunds, ...payouts, ...legs]
  const same = rows.find(({ id }) => id === item.subject_id)
  expect(same !== undefined).toBe(ON_THE_PAGE.includes(item.screen))
  if (same) expect(row).toMatchObject(shared(same, row))
  const { order } = await get<OnchainOrderResponse>(`orders/${item.order?.id}`)
  expect(order.payments.find(({ id }) => id === page.id)).toEqual(page)
}

const LEFT = { first_sent_at: new Date() }
/** Columns of the payout of a refund in each state that waits for a person. */
const PAYOUTS: readonly (readonly [OnchainAttentionKind, object])[] = [
  ["approval", { state: "awaiting_approval" }],
  ["gas_blocked", { state: "sent", gateway_status: "gas_blocked", ...LEFT }],
  ["withdrawal_unknown", { state: "unknown", ...LEFT }],
  ["withdrawal_failed", { state: "failed", gateway_status: "failed", ...LEFT }],
  ["contradicted", { state: "completed", mismatch: "another amount", ...LEFT }],
]

export function sameEverywhereStories(store: StoreUnderTest): void {
  /** Expects exactly these kinds in the overview, and each of them to be the same on every screen. */
  const compare = async (...kinds: OnchainAttentionKind[]) => {
    await storeAllStatuses(store.db)
    const { items } = await store.merchant.get<OnchainAttentionResponse>("/admin/onchain/attention")
    expect(items.map(({ kind }) => kind).sort()).toEqual(kinds)
    for (const item of items) await expectSameEverywhere(store, item)
  }

  it("is the same on every screen for a refund, its address, its payout in each state, and a contradicted payment", async () => {
    const { db } = store
    const api = store.merchant.refunds
    await fillTreasury(store)
    const sale = await sell(store)
    const refundId = await sale.refund(5)
    await compare("refund_due")
    await api.addWallet(refundId, WALLETS[1])
    await underOptions(store, { payouts: { approval: "second_user" } }, () =>
      compare("destination_approval", "refund_due")
    )
    const asked = await api.askAddress(refundId)
    await new RefundLink(store.api, asked.token, GUEST).propose({ address: WALLETS[0] })
    await compare("refund_address")
    const approved = await api.decideAddress(refundId, asked.id, { address: WALLETS[0], memo: null })
    const destination_id = approved.address_request?.destination_id ?? ""
    const { withdrawal } = await api.quote(refundId, { destination_id, rate: "payment" })
    for (const [kind, columns] of PAYOUTS) {
      const clean = { gateway_status: null, mismatch: null }
      await db("onchain_withdrawal")
        .where({ id: withdrawal?.id })
        .update({ ...clean, ...columns })
      await compare(kind)
    }
    await db("onchain_withdrawal").update({ mismatch: null })
    const { id: payment_id } = await storedPayment(store, sale.sessionId)
    const contradiction = { id: "ocdec_planted", kind: "contradiction", note: "expired" }
    await db("onchain_decision").insert({ ...contradiction, payment_id })
    await compare("contradicted")
  })
}
