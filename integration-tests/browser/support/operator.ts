import type { Locator, Page } from "playwright-core"
import { LOGIN } from "./shop"

/** A person at the dashboard, who finds things by what they are called. */
export class Operator {
  constructor(
    readonly page: Page,
    private readonly origin: string
  ) {}

  async logIn(): Promise<void> {
    await this.page.goto(`${this.origin}/app/login`)
    await this.page.getByPlaceholder("Email").fill(LOGIN.email)
    await this.page.getByPlaceholder("Password").fill(LOGIN.password)
    await this.page.keyboard.press("Enter")
    await this.page.waitForURL("**/app/orders")
  }

  open = (path: string) => this.page.goto(`${this.origin}/app${path}`)

  /** Opens the list of deposits and waits until it is there. */
  async openQueue(query = ""): Promise<void> {
    await this.open(`/onchain/deposits${query}`)
    await this.page.getByRole("heading", { name: "Deposits in review", level: 1 }).waitFor()
  }

  row = (text: string): Locator => this.page.getByRole("row").filter({ hasText: text })

  /** The drawer of a deposit. */
  get drawer(): Locator {
    return this.page.getByRole("dialog")
  }

  /** The question before an action. */
  get confirmation(): Locator {
    return this.page.getByRole("alertdialog")
  }

  async openDeposit(id: string): Promise<void> {
    await this.open(`/onchain/deposits?deposit_id=${id}`)
    await this.drawer.getByRole("heading", { name: "Why it is here" }).waitFor()
  }

  /** Opens the deposit of a row of the list, which is open. @param index from 0 */
  async openRow(index: number): Promise<void> {
    await this.page.locator("tbody tr").nth(index).getByRole("button").click()
    await this.drawer.getByRole("heading", { name: "Why it is here" }).waitFor()
  }

  async closeDrawer(): Promise<void> {
    await this.drawer.getByRole("button", { name: "Close" }).click()
    await this.drawer.waitFor({ state: "detached" })
  }

  /** Presses an action's button and answers the question. @returns what was asked */
  async decide(action: "Assign" | "Accept" | "Refund"): Promise<string> {
    await this.drawer.getByRole("button", { name: action, exact: true }).click()
    const question = await this.confirmation.innerText()
    await this.confirmation.getByRole("button", { name: action, exact: true }).click()
    await this.confirmation.waitFor({ state: "detached" })
    return question
  }

  /** Waits until the drawer shows a status. */
  status = (words: string) =>
    this.drawer.getByText(words, { exact: true }).first().waitFor({ timeout: 30_000 })
}
