import { pay, placeIntent, openIntent, signUp, transfer } from "../support/intent-purchase"
import { addAmounts } from "../../../src/gateway/amount"
import type {
  OnchainBalanceListResponse,
  OnchainCustomerResponse,
  OnchainDepositListResponse,
} from "../../../src/types/http"
import { makeReport } from "../support/day-books"
import { eventually } from "../support/eventually"
import { STORED } from "../support/payment-rows"
import { expectCaptured, expectUnpaid, findRail, storedPayment, USDC_ON_BASE } from "../support/purchase"
import type { StoreUnderTest } from "../support/store-suite"

const incomeOf = ({ merchant }: StoreUnderTest, query = "") =>
  merchant.get<OnchainDepositListResponse>(`/admin/onchain/income${query}`)

const DEPOSITS = 12
const MOST_LISTED = 100

/** Every deposit is in the list and in its file, the balances and a report count it, and the report finds no difference. */
async function expectIncome(
  store: StoreUnderTest,
  { count, customerId, address }: { count: number; customerId: string; address: string }
): Promise<void> {
  const { merchant, sandbox } = store
  const ids = (await sandbox.invoices()).map(({ id }) => id)
  expect(ids).toHaveLength(count)
  const page = (offset: number) =>
    incomeOf(store, `?limit=${MOST_LISTED}&offset=${offset}&customer_id=${customerId}`)
  const pages = [await page(0), await page(MOST_LISTED)].flatMap(({ deposits }) => deposits)
  expect(pages.map(({ id }) => id).sort()).toEqual([...ids].sort())
  expect(pages[0]).toMatchObject({
    ...{ state: "income", customer: { id: customerId }, to_address: address, token: "USDC" },
    ...{ network_id: "base-mainnet", tx_hash: expect.stringMatching(/^0x/), from_address: null },
  })
  const inReview = await merchant.get<OnchainDepositListResponse>(
    `/admin/onchain/deposits?customer_id=${customerId}`
  )
  expect(inReview.deposits).toEqual([])
  const file = await merchant.get<string>("/admin/onchain/income/export?token=USDC")
  expect(file.trim().split("\r\n")).toHaveLength(count + 1)
  expect(file).toContain(customerId)
  const { differences, difference_count, lines } = await makeReport(store)
  expect({ difference_count, differences }).toEqual({ difference_count: 0, differences: [] })
  const sum = addAmounts("0", ...pages.map(({ amount }) => amount ?? "0"))
  expect(lines.map(({ income }) => income)).toEqual([{ count, tokens: sum }])
  expect(lines.map(({ receipts, captures }) => [receipts.tokens, captures.count])).toEqual([[sum, 0]])
  const { balances } = await merchant.get<OnchainBalanceListResponse>("/admin/onchain/balances")
  expect(balances.map(({ without_order }) => without_order)).toEqual([sum])
}

export function intentsStories(store: StoreUnderTest): void {
  it.each([
    ["evm", "base-mainnet", /^0x[0-9a-fA-F]{40}$/],
    ["stellar", "stellar-mainnet", /^G[A-Z2-7]{55}$/],
  ])("pays by intent on %s and the order is captured", async (chain, networkId, address) => {
    const { sandbox } = store
    const { customer, customerId } = await signUp(store)
    const rail = await findRail(store, networkId, "USDC")
    const { orderId, sessionId, payment } = await placeIntent(customer, rail)
    const shown = { kind: "auto_deposit", status: "awaiting_payment", chain, expires_at: null }
    expect(payment).toMatchObject(shown)
    expect(payment.deposit_address).toMatch(address)
    expect(Boolean(payment.memo)).toBe(chain === "stellar")
    await expectUnpaid(store, orderId)

    await pay(store, payment)
    await expectCaptured(store, orderId)
    expect(await customer.payment(sessionId)).toMatchObject({ status: "paid", tx_hash: expect.any(String) })
    expect(await sandbox.calls("createInvoice")).toHaveLength(0)
    expect(await sandbox.intents()).toEqual([
      expect.objectContaining({ externalOrderId: sessionId, expectedAmount: payment.amount }),
    ])
    expect(await sandbox.customers()).toEqual([expect.objectContaining({ externalRef: customerId })])
  })

  it("gets no address with the session, where it would be stored, but with a display, and is linked to Medusa's own customer", async () => {
    const { sandbox } = store
    const { customer, customerId } = await signUp(store)
    const { data: stored, sessionId, payment } = await openIntent(customer, USDC_ON_BASE)
    expect(JSON.stringify(stored)).not.toContain(payment.deposit_address)
    const before = (await sandbox.calls("ensureAddress")).length
    await customer.payment(sessionId)
    expect(await customer.page(sessionId)).toContain(payment.deposit_address)
    expect(await sandbox.calls("ensureAddress")).toHaveLength(before)
    await customer.get(`${customer.pagePath(sessionId)}/status`)
    expect(await customer.payment(sessionId, { isFollowing: true })).toMatchObject({
      status: "awaiting_payment",
      deposit_address: null,
    })
    expect(await sandbox.calls("ensureAddress")).toHaveLength(before)

    const query = store.container.resolve("query")
    const { data } = await query.graph({
      entity: "customer",
      fields: ["id", "onchain_customer.gateway_customer_id"],
      filters: { id: customerId },
    })
    const [known] = await sandbox.customers()
    expect(data).toEqual([
      { id: customerId, onchain_customer: expect.objectContaining({ gateway_customer_id: known?.id }) },
    ])
  })

  // Far less is in the stories of deposits.
  it("pays far more than the amount: it is held for review, and the order stays unpaid", async () => {
    const { customer } = await signUp(store)
    const { orderId, sessionId, payment } = await placeIntent(customer, USDC_ON_BASE)
    await pay(store, payment, { amount: String(Number(payment.amount) + 3) })
    await expectUnpaid(store, orderId)
    expect(await customer.payment(sessionId)).toMatchObject({ status: "needs_review" })
    expect(await store.sandbox.deposits()).toEqual([
      expect.objectContaining({
        assignment: expect.objectContaining({ status: "review_required_amount_mismatch" }),
      }),
    ])
    // Its paid invoice leads to the review, and to no income beside it.
    expect(await store.sandbox.invoices()).toMatchObject([{ status: "paid" }])
    expect((await incomeOf(store)).deposits).toEqual([])
  })
}

export function intentTroublesStories(store: StoreUnderTest): void {
  const finding = async (id: string) =>
    (await store.merchant.health()).checks.find((check) => check.id === id)

  it("whose answer never arrives supersede the older one, whose page says so", async () => {
    const { customer } = await signUp(store)
    const older = await placeIntent(customer, USDC_ON_BASE)
    await store.sandbox.fault({ kind: "drop_response", endpoint: "createIntent", count: 10 })
    const cartId = await customer.fillCart()
    await expect(customer.choose(cartId, USDC_ON_BASE)).rejects.toMatchObject({ response: { status: 400 } })
    await store.sandbox.clearFaults()
    expect(await customer.payment(older.sessionId)).toMatchObject({ status: "superseded" })

    const newest = await customer.choose(cartId, USDC_ON_BASE)
    expect(await customer.payment(newest.sessionId)).toMatchObject({ status: "awaiting_payment" })
    const { rows } = await store.db.raw(`SELECT state FROM ${STORED} ORDER BY created_at`)
    expect(rows.map(({ state }: { state: string }) => state)).toEqual([
      "superseded",
      "superseded",
      "awaiting",
    ])
  })

  it("of a customer whom the service knows under another key become invoices, and the merchant is notified", async () => {
    const { customer, customerId } = await signUp(store)
    const { gateway } = store.container.resolve("onchain")
    const known = await gateway.createCustomer({ externalRef: customerId }, { idempotencyKey: "another_key" })
    const stranger = await gateway.createCustomer(
      { externalRef: "cus_stranger" },
      { idempotencyKey: "a_third_key" }
    )
    const { orderId, sessionId } = await placeIntent(customer, USDC_ON_BASE)
    expect(await storedPayment(store, sessionId)).toMatchObject({ kind: "invoice", customer_id: customerId })
    expect(await finding("customers")).toMatchObject({
      status: "error",
      message: expect.stringMatching(/Customers without.*externalRef.*dashboard.*page of the customer/),
    })
    await store.sandbox.payInFull((await store.sandbox.invoices()).at(-1)?.id ?? "")
    await store.quiet()
    await expectCaptured(store, orderId)

    // An operator links them, and the provider says whose the ID is.
    const path = `/admin/onchain/customers/${customerId}`
    const link = (id: string) =>
      store.merchant.post<OnchainCustomerResponse>(`${path}/link`, {
        ...{ gateway_customer_id: id, is_confirmed: true },
      })
    expect((await store.merchant.get<OnchainCustomerResponse>(path)).customer).toMatchObject({
      gateway_customer_id: null,
      needs_link: true,
    })
    for (const id of [stranger.id, "cus_nobody"])
      await expect(link(id)).rejects.toMatchObject({
        response: {
          status: 400,
          data: {
            code: expect.stringMatching(/^customer_(of_another|unknown)$/),
            message: expect.stringMatching(/^gateway_customer_id: /),
          },
        },
      })
    expect((await link(known.id)).customer).toMatchObject({
      gateway_customer_id: known.id,
      needs_link: false,
    })
    expect((await link(known.id)).customer).toMatchObject({ gateway_customer_id: known.id })
    await expect(link(stranger.id)).rejects.toMatchObject({ response: { status: 400 } })
    expect(await finding("customers")).toBeUndefined()
    const { rows } = await store.db.raw("SELECT * FROM onchain_audit_entry WHERE action = 'customer.linked'")
    expect(rows).toMatchObject([{ subject_id: customerId, actor_id: "user_merchant" }])
  })

  it("are income without an order in a business that assigns nothing, each of 12, and the health check says why", async () => {
    await store.sandbox.changeSettings({ assignmentMode: "ledger_only" })
    const { customer, customerId } = await signUp(store)
    const { orderId, payment } = await placeIntent(customer, USDC_ON_BASE)
    expect(await finding("collection")).toMatchObject({ status: "ok" })
    for (let n = 1; n < DEPOSITS; n++) await transfer(store.sandbox, payment, { amount: String(n) })
    await pay(store, payment)
    await expectUnpaid(store, orderId)
    await expectIncome(store, { count: DEPOSITS, customerId, address: payment.deposit_address ?? "" })
    await eventually(async () =>
      expect(await finding("collection")).toMatchObject({
        status: "error",
        message: expect.stringContaining("The provider does not assign deposits to orders (ledger_only)"),
      })
    )
  })

  it.each([
    ["the amounts differ", "base-mainnet", 2],
    ["the memo tells them apart", "stellar-mainnet", 1],
  ])(
    "send a late payment for the older to review, not to the newer order, where %s",
    async (_, network, pieces) => {
      const { customer } = await signUp(store)
      const rail = await findRail(store, network, "USDC")
      const older = await placeIntent(customer, rail, { pieces })
      const newer = await placeIntent(customer, rail)
      const captures = async () => [
        (await store.merchant.order(older.orderId)).captures,
        (await store.merchant.order(newer.orderId)).captures,
      ]
      await pay(store, older.payment)
      expect(await captures()).toEqual([[], []])
      expect(await store.sandbox.deposits()).toHaveLength(1)
      await pay(store, newer.payment)
      expect(await captures()).toEqual([[], [17]])
    }
  )
}
