import type { Locator, Page } from "playwright-core"
import { eventually } from "../../http/support/eventually"
import { tabTo } from "./keyboard"
import { settle } from "./settle"
import { LOGIN } from "./shop"

/** An operator at the dashboard, who finds elements by their accessible names. */
export class Operator {
  constructor(
    readonly page: Page,
    private readonly origin: string,
    private readonly isFollowing = false
  ) {}

  async logIn(login: Pick<typeof LOGIN, "email" | "password"> = LOGIN): Promise<void> {
    await this.page.goto(`${this.origin}/app/login`)
    await this.page.getByPlaceholder("Email").fill(login.email)
    await this.page.getByPlaceholder("Password").fill(login.password)
    await this.page.keyboard.press("Enter")
    await this.page.waitForURL("**/app/orders")
  }

  open = (path: string): Promise<unknown> =>
    this.isFollowing ? this.follow(path) : this.page.goto(`${this.origin}/app${path}`)

  /** Goes to a page as a link does, without loading the dashboard again. */
  follow = (path: string) =>
    this.page.evaluate(
      `history.pushState(null, "", ${JSON.stringify(`/app${path}`)}); dispatchEvent(new PopStateEvent("popstate"))`
    )

  /** The same operator, who goes on from a loaded page as links do: of two pages in a row, {@link leave} the first. */
  following = () => new Operator(this.page, this.origin, true)

  /** Goes to a page of Medusa's own, and waits until nothing is left of the one before, whose banner goes with it. */
  async leave(): Promise<void> {
    await this.follow("/products")
    for (const left of [this.page.locator("[role=dialog], [role=alertdialog]"), this.banner])
      await left.first().waitFor({ state: "detached" })
  }

  /** Opens the list of deposits and waits for it. */
  openQueue = (query = "") => this.openList(`/onchain/review/deposits${query}`, "Deposits")
  /** Opens the list of all payments. */
  openPayments = (query = "") => this.openList(`/onchain/payments${query}`, "Payments")
  /** Opens the page of one payment, and waits for it. */
  async openPayment(id: string): Promise<void> {
    await this.open(`/onchain/payments/${id}`)
    await this.page.getByRole("heading", { name: "Activity" }).waitFor()
  }
  /** Opens the list of payments without an order. */
  openUnmatched = (query = "") => this.openList(`/onchain/review/unmatched${query}`, "Unmatched payments")
  /** Opens the list of webhooks. */
  openWebhooks = (query = "") => this.openList(`/settings/onchain/webhooks${query}`, "Webhooks")

  /** Opens the list of withdrawals. */
  openWithdrawals = (query = "") => this.openList(`/onchain/payouts/withdrawals${query}`, "Withdrawals")
  /** Opens the list of refunds. */
  openRefunds = (query = "") => this.openList(`/onchain/payouts/refunds${query}`, "Refunds")
  /** Opens the list of destinations. */
  openDestinations = (query = "") => this.openList(`/onchain/payouts/addresses${query}`, "Address book")
  /** Opens the list of balances. */
  openBalances = () => this.openList("/onchain/balances", "Balances")
  /** Opens the list of transactions. */
  openTransactions = () => this.openList("/onchain/balances/transactions", "Transactions")
  /** Opens the list of reports. */
  openReports = () => this.openList("/onchain/balances/reports", "Reports")
  /** Opens the page of plan, quota and gas credit. */
  openBilling = () => this.openList("/settings/onchain/billing", "Billing and gas")

  row = (text: string): Locator => this.page.getByRole("row").filter({ hasText: text })

  /** Above each page of the plugin, because these stores use the sandbox. */
  get banner(): Locator {
    return this.page.getByText("Sandbox: payments are not real.")
  }

  /** The drawer beside a list. */
  get drawer(): Locator {
    return this.page.getByRole("dialog")
  }

  /** The confirmation before an action. */
  get confirmation(): Locator {
    return this.page.getByRole("alertdialog")
  }

  openDeposit = (id: string) => this.openDrawer(`/onchain/review/deposits?deposit_id=${id}`)
  openUnmatchedPayment = (id: string) => this.openDrawer(`/onchain/review/unmatched?payment_id=${id}`)
  openWebhook = (id: string) =>
    this.openDrawer(`/settings/onchain/webhooks?delivery_id=${encodeURIComponent(id)}`)
  openWithdrawal = (id: string) => this.openDrawer(`/onchain/payouts/withdrawals?withdrawal_id=${id}`)
  openRefund = (id: string) => this.openDrawer(`/onchain/payouts/refunds?state=any&refund_id=${id}`)
  openDestination = (id: string) => this.openDrawer(`/onchain/payouts/addresses?destination_id=${id}`)

  openNewWithdrawal = () =>
    this.openBeside("/onchain/payouts/withdrawals?withdrawal_id=new", "New withdrawal")
  openNewDestination = () => this.openBeside("/onchain/payouts/addresses?destination_id=new", "Add address")
  openReport = (id: string) => this.openBeside(`/onchain/balances/reports?report_id=${id}`, "Details")
  openTransaction = (id: string) =>
    this.openBeside(`/onchain/balances/transactions?transaction_id=${id}`, "Transaction")

  /** Chooses from a dropdown. @param option its name, or the start of its name before a dot */
  async choose(label: string, option: string): Promise<void> {
    await this.drawer.getByRole("combobox", { name: label }).click()
    await this.page.getByRole("option", { name: new RegExp(`^${option}(?: ·|$)`) }).click()
  }

  /**
   * Closes a filter's dropdown and waits for a row behind it, which is hidden from screen readers until then.
   * A key pressed while the table is redrawn is lost, and pressed again.
   */
  closeChoice = (row: Locator): Promise<void> =>
    eventually(async () => {
      await this.page.keyboard.press("Escape")
      await row.waitFor({ timeout: 2_000 })
    })

  /** Opens a row of the current list. @param index from 0 */
  async openRow(index: number): Promise<void> {
    await this.page.locator("tbody tr").nth(index).getByRole("button").first().click()
    await this.drawerIsThere()
  }

  async closeDrawer(): Promise<void> {
    await this.drawer.getByRole("button", { name: "Close" }).click()
    await this.drawer.waitFor({ state: "detached" })
  }

  /** Chooses an action behind "…". @returns the confirmation */
  async askFor(action: string, place: Locator = this.drawer): Promise<string> {
    await place.getByRole("button", { name: "More actions" }).click()
    await this.page.getByRole("menuitem", { name: action }).click()
    return this.confirmation.innerText()
  }

  /** Presses an action's button. @returns the confirmation */
  async ask(action: string): Promise<string> {
    await this.drawer.getByRole("button", { name: action, exact: true }).click()
    return this.confirmation.innerText()
  }

  /** Presses an action's button and confirms. @returns the confirmation's text */
  async decide(action: string): Promise<string> {
    const question = await this.ask(action)
    await this.confirm(action)
    return question
  }

  /** Confirms what was asked. */
  async confirm(action: string): Promise<void> {
    await this.confirmation.getByRole("button", { name: action, exact: true }).click()
    await this.confirmation.waitFor({ state: "detached" })
  }

  /** Presses the button of this name, or chooses the entry behind "…". */
  async chooseFrom(place: Locator, action: string): Promise<void> {
    const button = place.getByRole("button", { name: action, exact: true })
    if (await button.isVisible()) return button.click()
    await place.getByRole("button", { name: "More actions" }).click()
    await this.page.getByRole("menuitem", { name: action }).click()
  }

  /** Goes to a button by Tab and presses it with Enter. */
  async press(name: string): Promise<void> {
    await settle(this.page)
    await tabTo(this, name)
    await this.page.keyboard.press("Enter")
  }

  /** Waits until the drawer shows a status. */
  status = (words: string) =>
    this.drawer.getByText(words, { exact: true }).first().waitFor({ timeout: 30_000 })

  private async openList(path: string, heading: string): Promise<void> {
    await this.open(path)
    await this.page.getByRole("heading", { name: heading, level: 1 }).waitFor()
  }

  /** A drawer hides its list from screen readers, so its own heading is awaited. */
  private async openBeside(path: string, heading: string): Promise<void> {
    await this.open(path)
    await this.drawer.getByRole("heading", { name: heading, exact: true }).waitFor()
  }

  private async openDrawer(path: string): Promise<void> {
    await this.open(path)
    await this.drawerIsThere()
  }

  /** The last part is rendered when all of it is. */
  private drawerIsThere = () => this.drawer.getByRole("heading", { name: "History" }).waitFor()
}
