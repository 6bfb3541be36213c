import { usdcOnBase, type inProcess } from "./in-process"

export type SurfaceAnswer = { status: number; requestId: string; text: string }
type Sandbox = ReturnType<typeof inProcess>

const DAY_MS = 86_400_000
const FINAL_MS = 60_000
const destinationAddress = "0x52908400098527886E0F7030069857D2E4169EE7"
const xlm = { chain: "stellar", networkId: "stellar-mainnet", token: "XLM" }
const usdcOnSolana = { chain: "sol", networkId: "sol-mainnet", token: "USDC" }

/**
 * A run that calls every endpoint and every dashboard action, refusals included.
 *
 * @returns every answer, in order
 */
export async function callWholeSurface(sandbox: Sandbox): Promise<SurfaceAnswer[]> {
  const answers: SurfaceAnswer[] = []
  const { credentials, control } = sandbox
  const business = `/businesses/${credentials.businessId}`
  let keys = 0
  const note = <T extends Awaited<ReturnType<Sandbox["get"]>>>(answer: T) => {
    const { status, text } = answer
    answers.push({ status, requestId: String(answer.headers.get("x-request-id")), text })
    return answer.body
  }
  const get = async (path: string) => note(await sandbox.get(path))
  const post = async (path: string, body: unknown, apiKey = credentials.apiKey) => {
    const headers = { "x-api-key": apiKey, "idempotency-key": `surface-${keys++}` }
    return note(await sandbox.post(path, body, headers))
  }
  const payOut = (path: string, body: unknown) => post(path, body, credentials.payoutApiKey)
  const dashboard = async (path: string, body?: unknown) => note(await sandbox.dashboard(path, body))
  const payInvoice = async (body: Record<string, unknown>) => {
    await control.pay(String(body["id"]))
    await get(`/invoices/${body["id"]}`)
    await control.settle(String(body["id"]))
    return body["id"]
  }

  for (const path of ["/networks", "/networks/supported", "/tokens", "/nothing"]) await get(path)
  for (const rail of [usdcOnBase, xlm, usdcOnSolana]) {
    const id = await payInvoice(await post(`${business}/invoices`, { amount: "100", ...rail }))
    await get(`/businesses/invoices/${id}`)
  }
  await control.advance(FINAL_MS)

  const customer = await post(`${business}/customers`, { externalRef: "shopper" })
  await get(`${business}/customers/${customer["id"]}`)
  const { address } = await post(`${business}/customers/${customer["id"]}/addresses/ensure`, {
    chain: "evm",
    networkId: "base-mainnet",
  })
  const toAddress = String((address as Record<string, unknown>)["address"])
  const send = async (amount: string) => {
    await control.transfer({ toAddress, ...usdcOnBase, amount })
    await control.advance(FINAL_MS)
  }
  for (const amount of ["50", "30", "40"]) await send(amount)
  const intents = `${business}/customers/${customer["id"]}/auto-deposit-intents`
  const order = { ...usdcOnBase, customerId: customer["id"], externalOrderId: "order" }
  const intent = await post(intents, { ...order, expectedAmount: "50" })
  const depositIds = control.deposits().map(({ depositId }) => depositId)
  await post(`${business}/deposits/${depositIds[0]}/assign`, { intentId: intent["id"] })
  await post(`${business}/deposits/${depositIds[1]}/accept`, {})
  await payOut(`${business}/deposits/${depositIds[2]}/refund`, {})
  await post(intents, { ...order, externalOrderId: "next", expectedAmount: "20" })
  await send("20.1")
  await control.advance(FINAL_MS)
  await get(`${business}/deposits`)

  const quote = await payOut(`${business}/withdrawals/quote`, {
    ...usdcOnBase,
    amount: "15",
    destinationAddress,
  })
  const withdrawal = { quoteId: quote["id"], clientReference: "first" }
  const created = await payOut(`${business}/withdrawals`, withdrawal)
  await control.advance(FINAL_MS)
  for (const path of [`withdrawals/${created["id"]}`, "withdrawals"]) await get(`${business}/${path}`)

  const recipients = [{ label: "seller", destinationAddress, shareBps: 6_000 }]
  const route = await dashboard("/payout-routes", { name: "split", ...usdcOnBase, recipients })
  await dashboard(`/payout-routes/${route["id"]}/approve`, {})
  const routed = { amount: "10", ...usdcOnBase, payoutRouteId: route["id"] }
  await payInvoice(await post(`${business}/invoices`, routed))
  await payInvoice(
    await payOut(`${business}/invoices`, { amount: "10", ...usdcOnBase, payoutRecipients: recipients })
  )
  await control.advance(10 * FINAL_MS)
  await dashboard(`/payout-routes/${route["id"]}/archive`, {})
  await dashboard("/payout-routes")
  await dashboard("/withdrawals", { ...usdcOnBase, amount: "5", destinationAddress })
  await dashboard("/settings", { depositToleranceBps: 50 })
  await dashboard("/billing/plan", { plan: "Startup" })
  await dashboard("/billing/top-ups", { usd: "5" })
  await dashboard("/billing/contract-executions", { usd: "0.25" })
  await dashboard("/billing/gas-usage")
  await control.advance(26 * DAY_MS)
  const [bill] = JSON.parse((await sandbox.dashboard("/billing/invoices")).text)
  await dashboard(`/billing/invoices/${bill.id}/pay`, { amountUsd: "19", txHash: "0x1" })
  const [delivery] = control.deliveries()
  for (const action of ["retry", "replay"]) await dashboard(`/webhooks/${delivery?.id}/${action}`, {})
  for (const path of ["/webhooks", "/withdrawals", "/billing/invoices", "/settings"]) await dashboard(path)

  for (const path of ["invoices", "balances", "transactions"]) await get(`${business}/${path}?limit=100`)
  for (const path of ["/billing/me", "/billing/usage"]) await get(path)
  await control.advance(60 * DAY_MS)
  await get("/billing/me")
  return answers
}
