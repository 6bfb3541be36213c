import { z } from "zod"
import { createJsonApi } from "../../../demo/shopper/json-api"
import type { AdminLogin } from "../../../demo/store/seed"
import { openBrowser } from "../../browser/support/browser"
import { watchConsole } from "../../browser/support/console-watch"
import { Operator } from "../../browser/support/operator"
import { settle } from "../../browser/support/settle"

const Payments = z.object({ payments: z.array(z.object({ id: z.string() })) })

/** What a signed-in user opens, in the browser of one visit. */
export type Visit = (operator: Operator) => Promise<void>

/**
 * Signs in to the dashboard and opens its pages.
 *
 * @returns the first line of each complaint of the console, after the page it is about
 */
export async function visitDashboard(
  origin: string,
  login: AdminLogin,
  visits: readonly Visit[]
): Promise<string[]> {
  const browser = await openBrowser()
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 860 } })
    page.setDefaultTimeout(60_000)
    const operator = new Operator(page, origin)
    const complaints = watchConsole(page)
    await operator.logIn(login)
    const found: string[] = []
    for (const visit of visits) {
      await visit(operator)
      await settle(page)
      found.push(
        ...complaints.splice(0).map((text) => `${new URL(page.url()).pathname}: ${text.split("\n")[0]}`)
      )
    }
    return found
  } finally {
    await browser.close()
  }
}

/** Every page of the plugin. @param paymentId of the captured payment */
export function pagesOfPlugin(paymentId: string): Visit[] {
  return [
    opens("/onchain", "Overview"),
    (operator) => operator.openPayments(),
    (operator) => operator.openPayment(paymentId),
    (operator) => operator.openQueue(),
    (operator) => operator.openUnmatched(),
    (operator) => operator.openRefunds(),
    (operator) => operator.openWithdrawals(),
    (operator) => operator.openDestinations(),
    (operator) => operator.openBalances(),
    (operator) => operator.openTransactions(),
    (operator) => operator.openReports(),
    (operator) => operator.openBilling(),
    (operator) => operator.openWebhooks(),
    opens("/settings/onchain", "Crypto payments"),
    opens("/settings/onchain/health", "Health"),
  ]
}

/** Medusa's page of an order. @param heading that must be on it */
export const pageOfOrder = (orderId: string, heading: string) => opens(`/orders/${orderId}`, heading)

const opens =
  (path: string, heading: string): Visit =>
  async ({ open, page }) => {
    await open(path)
    await page.getByRole("heading", { name: heading }).first().waitFor()
  }

/** Id of the only payment of the store, as the admin API lists it. */
export async function onlyPayment(origin: string, { email, password }: AdminLogin): Promise<string> {
  const { token } = z
    .object({ token: z.string() })
    .parse(await createJsonApi(origin).post("/auth/user/emailpass", { email, password }))
  const admin = createJsonApi(origin, { authorization: `Bearer ${token}` })
  const { payments } = Payments.parse(await admin.get("/admin/onchain/payments"))
  expect(payments).toHaveLength(1)
  return payments[0]?.id ?? ""
}
